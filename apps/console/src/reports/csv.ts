/**
 * First rows of a CSV text (RFC 4180); an incomplete last line is dropped. Pure.
 * @param isWhole whether the text is the complete document
 */
export function readCsv(text: string, most: number, isWhole: boolean): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length && rows.length < most) {
    const cell = readCell(text, at);
    row.push(cell.text);
    at = cell.end;
    if (text[at] === ',') {
      at += 1;
    } else if (at < text.length) {
      at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1;
      rows.push(row);
      row = [];
    }
  }
  if (isWhole && row.length > 0 && rows.length < most) rows.push(row);
  return rows;
}

/** A cell and its end. */
function readCell(text: string, start: number): { text: string; end: number } {
  if (text[start] !== '"') {
    const end = start + text.slice(start).search(/[,\r\n]|$/);
    return { text: text.slice(start, end), end };
  }
  const closing = /"(?:[^"]|"")*(?:"|$)/y;
  closing.lastIndex = start;
  const [quoted] = closing.exec(text)!;
  return { text: quoted.slice(1).replace(/"$/, '').replaceAll('""', '"'), end: start + quoted.length };
}
