// Reads a photograph on this device: its picture, its size, and the focal length that the camera noted.

const MAX_PHOTO_BYTES = 80e6, REPORT_BYTES = 400e3;

class PhotoError extends Error {}

async function readPhoto(file) {
  if (file.size > MAX_PHOTO_BYTES) throw new PhotoError(`${file.name}: expected a picture of at most ${MAX_PHOTO_BYTES / 1e6} MB`);
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" }).catch(() => null);
  if (!bitmap) {
    const heic = /\.hei[cf]$/i.test(file.name) || /hei[cf]/.test(file.type);
    throw new PhotoError(heic ? `${file.name}: this browser cannot show HEIC pictures; choose a JPEG, or set the phone's camera to "most compatible"`
      : `${file.name}: not a picture that this browser can show; expected a JPEG or PNG`);
  }
  if (bitmap.width < 200 || bitmap.height < 200) throw new PhotoError(`${file.name}: ${bitmap.width} x ${bitmap.height} pixels; expected at least 200 x 200`);
  const focal = focalLength(new DataView(await file.slice(0, 256 * 1024).arrayBuffer()));
  return { bitmap, width: bitmap.width, height: bitmap.height, focal, name: file.name };
}

function focalLength(view) {  // EXIF FocalLengthIn35mmFilm in mm, null where none is noted
  try {
    if (view.getUint16(0) !== 0xFFD8) return null;
    for (let at = 2; at + 4 < view.byteLength;) {
      const marker = view.getUint16(at), length = view.getUint16(at + 2);
      if (marker === 0xFFE1 && view.getUint32(at + 4) === 0x45786966) return focalInTiff(view, at + 10);
      if ((marker & 0xFF00) !== 0xFF00 || marker === 0xFFDA) return null;
      at += 2 + length;
    }
  } catch (error) { if (!(error instanceof RangeError)) throw error; }  // a damaged note is none
  return null;
}

function focalInTiff(view, start) {
  const little = view.getUint16(start) === 0x4949;
  const entry = (folder, tag) => {
    const count = view.getUint16(start + folder, little);
    for (let k = 0; k < count; k++) { const at = start + folder + 2 + 12 * k; if (view.getUint16(at, little) === tag) return at; }
    return null;
  };
  const exif = entry(view.getUint32(start + 4, little), 0x8769);
  const focal = exif === null ? null : entry(view.getUint32(exif + 8, little), 0xA405);
  const value = focal === null ? 0 : view.getUint16(focal + 8, little);
  return value >= 8 && value <= 300 ? value : null;
}

async function reducedPhoto({ bitmap, width, height }) {  // a JPEG of at most REPORT_BYTES as a data URL, for a report
  for (let longest = 2000, quality = .8; ; quality -= .12) {
    if (quality < .4) { quality = .8; longest *= .75; }
    const scale = Math.min(1, longest / Math.max(width, height)), canvas = document.createElement("canvas");
    canvas.width = Math.round(width * scale); canvas.height = Math.round(height * scale);
    canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise(done => canvas.toBlob(done, "image/jpeg", quality));
    if (blob.size <= REPORT_BYTES) return new Promise(done => { const reader = new FileReader(); reader.onload = () => done(reader.result); reader.readAsDataURL(blob); });
  }
}
