"""Previews: what an action would do, before it is chosen, as marks on the board, signs, facts and one sentence.

Pure functions of a state (what the player may know: `game.view(player).state`); the game's own functions give every answer.

- `moves`: `move_preview` (a path, or a goal that `ways.way_to` finds a path to), `jump_preview`.
- `ways`: `way_question` and `solve_way` find the way round for the worker; the first search of a model takes up to half a second.
- `ladders`: `ladder_meant` and `climb`, for whoever points at a ladder to climb it.
- `squads`: `mate_preview` (where one of a squad may be put), `place_preview` (a model that an effect puts somewhere).
- `reaches`: `reach_question` and `show_reach` for the worker beside the window, `reach_preview` of its answer.
- `targets`: `weapons_preview` (all weapons of a model in one table), `targets_preview` (all enemies of one weapon),
  `target_preview` (one enemy, with the line and the cover); `weapons_table` and `prospects` are their rows.
- `hits`: `attack_preview` (everything an attack on one target does), and its parts: `spray_preview`, `blast_preview`,
  `strafe_preview`.
- `slams`: `slam_preview`, `slams_of` (the slams that an attack may bring).
- `sites`: `deploy_preview`, `gate_preview`, `gates_preview`, `aura_preview`.

A `Preview` is drawn with `scene.draw_marks(board, state.table, preview.marks, eye)`; its `tags` are the screen's, its `facts`
are rows for `panels.facts`, its `words` one sentence; `action` is what to ask of the game to make it come true.

All follow the mouse (below 30 ms, and the newest is kept, so that it may be asked for at every frame) but these: `reaches`, which
is for the worker; the first `move_preview` of a model that looks for a way (`search=False` does not); and the first
`mate_preview`, `gate_preview` and `deploy_preview` of a state, which light an area.
"""
