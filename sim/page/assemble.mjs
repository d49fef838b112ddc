// SPDX-License-Identifier: Apache-2.0
// The page from its parts and a data document, as `isobar report` does it.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
const read = (name) => readFileSync(join(folder, name), 'utf8');

export function assemble(data) {
  const names = read('order.txt')
    .split('\n')
    .filter((name) => name !== '');
  const all = (extension) =>
    names
      .filter((name) => extname(name) === extension)
      .map(read)
      .join('');
  const parts = {
    '<!-- isobar:style -->': `<style>\n${all('.css')}</style>`,
    '<!-- isobar:script -->': `<script>\n${all('.js')}</script>`,
    // No < in the data: nothing in it can end the block.
    '<!-- isobar:data -->':
      '<script type="application/json" id="isobar-data">' +
      `${data.replaceAll('<', '\\u003c')}</script>`,
  };
  return read('page.html')
    .split('\n')
    .map((line) => parts[line] ?? line)
    .join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [data, page] = process.argv.slice(2);
  if (page === undefined) {
    console.error('usage: node assemble.mjs DATA.json PAGE.html');
    process.exit(2);
  }
  writeFileSync(page, assemble(readFileSync(data, 'utf8')));
}
