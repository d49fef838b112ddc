// SPDX-License-Identifier: Apache-2.0
// Columns of numbers: little-endian, deflated (RFC 1950), in base64.
(function (isobar) {
  isobar.fail = (what) => {
    throw new Error(what);
  };

  function bytes(base64, what) {
    let text;
    try {
      text = atob(base64);
    } catch {
      isobar.fail(`${what} is not base64`);
    }
    const out = new Uint8Array(text.length);
    for (let i = 0; i < text.length; ++i) out[i] = text.charCodeAt(i);
    return out;
  }

  async function unpack(base64, what, size) {
    const packed = new Blob([bytes(base64, what)]).stream();
    let plain;
    try {
      const stream = packed.pipeThrough(new DecompressionStream('deflate'));
      plain = await new Response(stream).arrayBuffer();
    } catch {
      isobar.fail(`${what} does not unpack`);
    }
    if (plain.byteLength % size !== 0) isobar.fail(`${what} is cut off`);
    return plain;
  }

  isobar.unpackIntegers = async (base64, what) => new Int32Array(await unpack(base64, what, 4));
  isobar.unpackNumbers = async (base64, what) => new Float64Array(await unpack(base64, what, 8));

  isobar.parse = (text) => {
    try {
      return JSON.parse(text);
    } catch {
      return isobar.fail('it is not JSON');
    }
  };

  /** Instead of the page, what is wrong with its data and what makes them anew. */
  isobar.showFailure = (error, command) => {
    const message = document.getElementById('message');
    message.textContent =
      `This page’s data cannot be read: ${error.message}. ` + `Make the page again with ${command}.`;
    message.hidden = false;
    document.getElementById('title').textContent = '';
    document.documentElement.dataset.state = 'failed';
  };
})((globalThis.isobar ??= {}));
