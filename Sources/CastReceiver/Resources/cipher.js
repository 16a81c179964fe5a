// SPDX-License-Identifier: Apache-2.0
// AES-128 in CBC mode with PKCS #7 padding, as HLS segments are encrypted (RFC 8216, section 4.3.2.4). Browsers offer
// `crypto.subtle` only to secure pages, but a device's page is opened over HTTP on the local network.

const sbox = new Uint8Array(256);
const inverse = new Uint8Array(256);
/** The last two steps of a round for each byte of a column. */
const columns = [0, 1, 2, 3].map(() => new Uint32Array(256));

/** Multiplies in the field of AES. */
function times(value, factor) {
  let product = 0;
  for (let [left, right] = [value, factor]; right; right >>= 1) {
    if (right & 1) product ^= left;
    left = (left << 1) ^ (left & 0x80 ? 0x11b : 0);
  }
  return product;
}

(() => {
  let [value, reciprocal] = [1, 1];
  do {
    value = times(value, 3);
    reciprocal = times(reciprocal, 0xf6);
    const twice = reciprocal | (reciprocal << 8);
    const mixed = reciprocal ^ (twice >> 4) ^ (twice >> 5) ^ (twice >> 6) ^ (twice >> 7);
    sbox[value] = (mixed ^ 0x63) & 0xff;
  } while (value !== 1);
  sbox[0] = 0x63;
  sbox.forEach((to, from) => { inverse[to] = from; });
  for (let index = 0; index < 256; index += 1) {
    const word = unmixed(inverse[index], 0, 0, 0);
    columns.forEach((table, shift) => { table[index] = shift ? (word >>> (8 * shift)) | (word << (32 - 8 * shift)) : word; });
  }
})();

/** Reverses the mixing of a column. */
function unmixed(a, b, c, d) {
  const row = (p, q, r, s) => times(p, 14) ^ times(q, 11) ^ times(r, 13) ^ times(s, 9);
  return ((row(a, b, c, d) << 24) | (row(b, c, d, a) << 16) | (row(c, d, a, b) << 8) | row(d, a, b, c)) >>> 0;
}

/** Returns the round keys in the order of decryption. */
function schedule(key) {
  const view = new DataView(key.buffer, key.byteOffset, 16);
  const words = [0, 4, 8, 12].map((offset) => view.getUint32(offset));
  for (let [index, constant] = [4, 1]; index < 44; index += 1) {
    let word = words[index - 1];
    if (index % 4 === 0) {
      word = ((word << 8) | (word >>> 24)) >>> 0;
      word = (sbox[word >>> 24] << 24) | (sbox[(word >>> 16) & 255] << 16) | (sbox[(word >>> 8) & 255] << 8) | sbox[word & 255];
      word ^= constant << 24;
      constant = times(constant, 2);
    }
    words.push((words[index - 4] ^ word) >>> 0);
  }
  const ordered = new Uint32Array(44);
  for (let round = 0; round <= 10; round += 1) {
    for (let column = 0; column < 4; column += 1) {
      const word = words[4 * (10 - round) + column];
      const isInner = round > 0 && round < 10;
      ordered[4 * round + column] = isInner
        ? unmixed(word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255) : word;
    }
  }
  return ordered;
}

/** Decrypts a segment. `key` and `iv` have 16 bytes. Throws an error if the data is not encrypted with this key. */
export function decrypt(data, key, iv) {
  if (key.length !== 16) throw new Error("the key of the segment does not have 16 bytes");
  if (!data.length || data.length % 16) throw new Error("the encrypted segment is incomplete");
  const keys = schedule(key);
  const [table0, table1, table2, table3] = columns;
  const source = new DataView(data.buffer, data.byteOffset, data.length);
  const result = new Uint8Array(data.length);
  const target = new DataView(result.buffer);
  const start = new DataView(iv.buffer, iv.byteOffset, 16);
  let [before0, before1, before2, before3] = [0, 4, 8, 12].map((offset) => start.getUint32(offset));
  const last = (a, b, c, d, word) =>
    ((inverse[a >>> 24] << 24) | (inverse[(b >>> 16) & 255] << 16) | (inverse[(c >>> 8) & 255] << 8) | inverse[d & 255]) ^ word;
  for (let offset = 0; offset < data.length; offset += 16) {
    const x0 = source.getUint32(offset);
    const x1 = source.getUint32(offset + 4);
    const x2 = source.getUint32(offset + 8);
    const x3 = source.getUint32(offset + 12);
    let a = x0 ^ keys[0];
    let b = x1 ^ keys[1];
    let c = x2 ^ keys[2];
    let d = x3 ^ keys[3];
    for (let round = 4; round < 40; round += 4) {
      const e = table0[a >>> 24] ^ table1[(d >>> 16) & 255] ^ table2[(c >>> 8) & 255] ^ table3[b & 255] ^ keys[round];
      const f = table0[b >>> 24] ^ table1[(a >>> 16) & 255] ^ table2[(d >>> 8) & 255] ^ table3[c & 255] ^ keys[round + 1];
      const g = table0[c >>> 24] ^ table1[(b >>> 16) & 255] ^ table2[(a >>> 8) & 255] ^ table3[d & 255] ^ keys[round + 2];
      const h = table0[d >>> 24] ^ table1[(c >>> 16) & 255] ^ table2[(b >>> 8) & 255] ^ table3[a & 255] ^ keys[round + 3];
      a = e;
      b = f;
      c = g;
      d = h;
    }
    target.setUint32(offset, last(a, d, c, b, keys[40]) ^ before0);
    target.setUint32(offset + 4, last(b, a, d, c, keys[41]) ^ before1);
    target.setUint32(offset + 8, last(c, b, a, d, keys[42]) ^ before2);
    target.setUint32(offset + 12, last(d, c, b, a, keys[43]) ^ before3);
    before0 = x0;
    before1 = x1;
    before2 = x2;
    before3 = x3;
  }
  const padding = result[result.length - 1];
  if (padding < 1 || padding > 16) throw new Error("the segment is not encrypted with its key");
  return result.subarray(0, result.length - padding);
}
