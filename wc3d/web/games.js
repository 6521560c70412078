"use strict";
// The games that a host holds, for whoever has its key: that comes behind the # of the link, and is shown to the host alone.

(() => {
  const key = location.hash.slice(1) || sessionStorage.wc3dHost || "", body = document.querySelector("tbody");
  sessionStorage.wc3dHost = key;
  history.replaceState(null, "", location.pathname);

  const SEATS = ["spectators", "player 1", "player 2"];

  function row(game) {
    const here = (game.here || []).map(seat => SEATS[seat] || "judge").join(", ");
    const stands = game.fault ? `cannot be continued: ${game.fault}` : game.over ? `ended ${new Date(game.over * 1000).toLocaleString()}`
      : game.to_act ? `player ${game.to_act} to act (${game.actions} actions so far)` : game.actions === undefined ? "in progress" : game.actions ? "waiting for dice to be rolled" : "waiting for players to join or dice to be rolled";
    const line = document.createElement("tr");
    for (const words of [game.game, game.title, new Date(game.begun * 1000).toLocaleString(), stands, here || "nobody"]) line.append(cell(words));
    if (game.replay) line.children[3].append(", ", link("watch the replay", game.replay));
    return line;
  }

  function cell(words) {
    const made = document.createElement("td");
    made.textContent = words;
    return made;
  }

  function link(words, to) {  // to something that can be looked at; whoever has it may hand it on
    const made = document.createElement("a");
    made.textContent = words; made.href = to;
    return made;
  }

  function list(looks) {
    for (const what of ["board", "dispute"]) {
      document.querySelector(`.${what}s`).replaceChildren(...looks.filter(one => one.what === what).map(one => {
        const row = document.createElement("li");
        row.append(link(one.title, one.link));
        return row;
      }));
    }
  }

  async function show() {
    const notice = document.querySelector(".notice");
    try {
      const answer = await fetch("games", { headers: { authorization: `Bearer ${key}` } });
      if (!answer.ok) { notice.textContent = answer.status === 401 ? "Wrong host key. The host prints the correct link when it starts." : `The host answered with error ${answer.status}.`; return; }
      const { games, looks } = await answer.json();
      list(looks);
      body.replaceChildren(...games.map(row));
      notice.textContent = games.length ? "" : "There are no games yet.";
      document.body.dataset.games = games.length;
    } catch { notice.textContent = "Cannot reach the host. Trying again …"; }
    setTimeout(show, 5000);
  }
  show();
})();
