"""TEMPORARY until the rules land."""
from wc3d.warcaster.screen.facts import ScreenFacts
from wc3d.warcaster.rules import NeoMechanika as Core
from wc3d.warcaster.book.log import Chronicle
from wc3d.warcaster.words.action_words import described, meaning
from wc3d.warcaster.words.question_words import asked_about, standings
from wc3d.warcaster.previews.action_preview import refusal
from wc3d.warcaster.words.vocabulary import name
class NM(Core, ScreenFacts):
    def missions(self): raise NotImplementedError
    def new_game(self, plan, dice=None): raise NotImplementedError
    def rebuild(self, setup, dice):
        from wc3d.warcaster.game_setup import game_from_setup
        return game_from_setup(setup, dice)
    def table(self, state): return state.table
    def player_names(self, state): return state.setup.names
    def owner(self, state, id): return state.owner(id)
    def name_of(self, state, id): return name(state, id)
    def teller(self, start, reader): return Chronicle(start, reader)
    def describe(self, state, action): return described(state, action)
    def meaning(self, state, action): return meaning(state, action)
    def question_words(self, state): return asked_about(state)
    def standings(self, state): return standings(state)
    def refusal(self, state, verdict): return refusal(state, verdict)
NEO_MECHANIKA = NM()
