// QR codes of links: bytes, versions 1 to 10, error correction M, after ISO/IEC 18004.

const QrCode = (() => {
  const CHECK_BYTES = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26];  // of each block, by version
  const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5];
  const ALL_BYTES = [26, 44, 70, 100, 134, 172, 196, 242, 292, 346];
  const PATTERN_PLACES = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];
  const MASKS = [(x, y) => (x + y) % 2, (x, y) => y % 2, x => x % 3, (x, y) => (x + y) % 3, (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
    (x, y) => x * y % 2 + x * y % 3, (x, y) => (x * y % 2 + x * y % 3) % 2, (x, y) => ((x + y) % 2 + x * y % 3) % 2];

  // Arithmetic in the field of 256 elements

  const powers = [1], logs = [];
  for (let i = 1; i < 255; i++) powers[i] = (powers[i - 1] << 1) ^ (powers[i - 1] & 128 ? 0x11d : 0);
  powers.forEach((value, i) => { logs[value] = i; });
  const times = (a, b) => a && b ? powers[(logs[a] + logs[b]) % 255] : 0;

  function checkBytes(data, count) {  // the remainder of the division by the generator
    let divisor = [1];
    for (let i = 0; i < count; i++) {
      const next = [...divisor, 0];
      divisor.forEach((value, k) => { next[k + 1] ^= times(value, powers[i]); });
      divisor = next;
    }
    const rest = [...data, ...Array(count).fill(0)];
    for (let i = 0; i < data.length; i++) {
      const lead = rest[i];
      divisor.forEach((value, k) => { rest[i + k] ^= times(value, lead); });
    }
    return rest.slice(data.length);
  }

  // The bytes of a code: header, text and padding in blocks, interleaved, then their check bytes

  function codeBytes(bytes, version) {
    const check = CHECK_BYTES[version - 1], count = BLOCKS[version - 1], room = ALL_BYTES[version - 1] - check * count;
    const bits = [];
    const put = (value, width) => { for (let i = width - 1; i >= 0; i--) bits.push(value >> i & 1); };
    put(4, 4); put(bytes.length, version < 10 ? 8 : 16);
    for (const value of bytes) put(value, 8);
    put(0, Math.min(4, room * 8 - bits.length));
    put(0, (8 - bits.length % 8) % 8);
    for (let pad = 0xec; bits.length < room * 8; pad ^= 0xec ^ 0x11) put(pad, 8);
    const data = [];
    for (let i = 0; i < bits.length; i += 8) data.push(parseInt(bits.slice(i, i + 8).join(""), 2));
    const short = Math.floor(room / count), longer = room % count, blocks = [];
    for (let k = 0, at = 0; k < count; k++) {
      const size = short + (k >= count - longer ? 1 : 0);
      blocks.push(data.slice(at, at += size));
    }
    const checks = blocks.map(block => checkBytes(block, check)), sent = [];
    for (let i = 0; i <= short; i++) for (const block of blocks) if (i < block.length) sent.push(block[i]);
    for (let i = 0; i < check; i++) for (const block of checks) sent.push(block[i]);
    return sent;
  }

  // The square: fixed patterns, then the bytes in columns of two, upward and downward

  function emptySquare(version) {
    const size = 17 + 4 * version, dark = Array.from({ length: size }, () => Array(size).fill(false)), fixed = dark.map(row => [...row]);
    const set = (x, y, value) => { if (x >= 0 && y >= 0 && x < size && y < size) { dark[y][x] = Boolean(value); fixed[y][x] = true; } };
    for (let i = 0; i < size; i++) { set(6, i, i % 2 === 0); set(i, 6, i % 2 === 0); }
    for (const [left, top] of [[3, 3], [size - 4, 3], [3, size - 4]]) {
      for (let dy = -4; dy <= 4; dy++) for (let dx = -4; dx <= 4; dx++) { const ring = Math.max(Math.abs(dx), Math.abs(dy)); set(left + dx, top + dy, ring !== 2 && ring !== 4); }
    }
    const places = PATTERN_PLACES[version - 1], last = places.length - 1;
    places.forEach((x, i) => places.forEach((y, j) => {
      if ((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)) return;
      for (let dy = -2; dy <= 2; dy++) for (let dx = -2; dx <= 2; dx++) set(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }));
    return { size, dark, fixed, set };
  }

  function putFormat({ size, set }, version, mask) {
    let rest = mask;  // correction M is 00
    for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
    const bits = (mask << 10 | rest) ^ 0x5412, bit = i => bits >> i & 1;
    for (let i = 0; i < 6; i++) set(8, i, bit(i));
    set(8, 7, bit(6)); set(8, 8, bit(7)); set(7, 8, bit(8));
    for (let i = 9; i < 15; i++) set(14 - i, 8, bit(i));
    for (let i = 0; i < 8; i++) set(size - 1 - i, 8, bit(i));
    for (let i = 8; i < 15; i++) set(8, size - 15 + i, bit(i));
    set(8, size - 8, true);
    if (version < 7) return;
    rest = version;
    for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
    const words = version << 12 | rest;
    for (let i = 0; i < 18; i++) {
      const far = size - 11 + i % 3, near = Math.floor(i / 3);
      set(far, near, words >> i & 1); set(near, far, words >> i & 1);
    }
  }

  function putBytes({ size, dark, fixed }, bytes) {
    let i = 0;
    for (let right = size - 1; right > 0; right -= 2) {
      if (right === 6) right = 5;
      const upward = (right + 1 & 2) === 0;
      for (let step = 0; step < size; step++) {
        const y = upward ? size - 1 - step : step;
        for (const x of [right, right - 1]) {
          if (fixed[y][x]) continue;
          if (i < bytes.length * 8) dark[y][x] = Boolean(bytes[i >> 3] >> 7 - (i & 7) & 1);
          i++;
        }
      }
    }
  }

  function penalty(rows) {  // how hard a square is to read
    const size = rows.length;
    let sum = 0, count = 0;
    for (const lines of [rows, rows.map((_, x) => rows.map(row => row[x]))]) {
      for (const line of lines) {
        const words = line.map(Number).join("");
        for (const run of words.match(/0{5,}|1{5,}/g) || []) sum += run.length - 2;
        for (let i = 0; i + 11 <= size; i++) if (["00001011101", "10111010000"].includes(words.slice(i, i + 11))) sum += 40;
      }
    }
    for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) {
      count += rows[y][x];
      if (x && y && rows[y][x] === rows[y - 1][x] && rows[y][x] === rows[y][x - 1] && rows[y][x] === rows[y - 1][x - 1]) sum += 3;
    }
    return sum + 10 * Math.floor(Math.abs(count * 20 - size * size * 10) / (size * size));
  }

  function masked(version, bytes, mask) {
    const square = emptySquare(version), { size, dark, fixed } = square;
    putFormat(square, version, mask);
    putBytes(square, bytes);
    for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) if (!fixed[y][x] && MASKS[mask](x, y) === 0) dark[y][x] = !dark[y][x];
    return dark;
  }

  function rows(text, mask = -1) {  // the rows of dark and light squares, null for a text that is too long
    const bytes = [...new TextEncoder().encode(text)];
    const version = 1 + CHECK_BYTES.findIndex((check, i) => bytes.length + (i < 9 ? 2 : 3) <= ALL_BYTES[i] - check * BLOCKS[i]);
    if (!version) return null;
    const sent = codeBytes(bytes, version);
    if (mask >= 0) return masked(version, sent, mask);
    const all = MASKS.map((_, k) => masked(version, sent, k)), scores = all.map(penalty);
    return all[scores.indexOf(Math.min(...scores))];
  }

  function picture(text, words) {  // an SVG element with the quiet border that readers need
    const dark = rows(text);
    if (!dark) return null;
    const side = dark.length + 8, made = document.createElementNS("http://www.w3.org/2000/svg", "svg"), path = document.createElementNS(made.namespaceURI, "path");
    made.setAttribute("viewBox", `0 0 ${side} ${side}`); made.setAttribute("role", "img"); made.setAttribute("aria-label", words); made.setAttribute("class", "qr");
    path.setAttribute("d", dark.flatMap((row, y) => row.map((one, x) => one ? `M${x + 4} ${y + 4}h1v1h-1z` : "")).join(""));
    made.append(path);
    return made;
  }

  return { rows, picture };
})();
