// Vectors, and matrices column by column, for the views in 3D.

const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const add = (a, b, share = 1) => [a[0] + b[0] * share, a[1] + b[1] * share, a[2] + b[2] * share];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const unit = a => { const long = Math.hypot(...a) || 1; return a.map(v => v / long); };
const radians = degrees => degrees * Math.PI / 180;
const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

function product(a, b) {
  const result = new Float32Array(16);
  for (let column = 0; column < 4; column++)
    for (let row = 0; row < 4; row++)
      for (let k = 0; k < 4; k++) result[column * 4 + row] += a[k * 4 + row] * b[column * 4 + k];
  return result;
}

function projected(matrix, [x, y, z]) {
  const row = k => matrix[k] * x + matrix[4 + k] * y + matrix[8 + k] * z + matrix[12 + k];
  return [row(0), row(1), row(2), row(3)];
}

function axes(turn, tilt) {  // of a camera: to its right, up, and from what it looks at back to it
  const a = radians(turn), e = radians(tilt);
  const back = [Math.cos(e) * Math.sin(a), -Math.cos(e) * Math.cos(a), Math.sin(e)];
  const right = [Math.cos(a), Math.sin(a), 0];
  return { right, up: cross(back, right), back };
}

function looking({ right, up, back }, eye) {
  return new Float32Array([right[0], up[0], back[0], 0, right[1], up[1], back[1], 0, right[2], up[2], back[2], 0,
    -dot(right, eye), -dot(up, eye), -dot(back, eye), 1]);
}

function perspective(wide, tall, near, far) {  // tangents of half the angles
  return new Float32Array([1 / wide, 0, 0, 0, 0, 1 / tall, 0, 0, 0, 0, (far + near) / (near - far), -1, 0, 0,
    2 * far * near / (near - far), 0]);
}
