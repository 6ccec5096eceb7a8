import { inflateSync } from 'node:zlib';

export interface PdfFile {
  readonly pages: readonly string[];
  /** Metadata of the document, such as `Title`. */
  readonly info: string;
}

/**
 * Texts of a PDF, page by page, in drawing order.
 * @throws Error if its table of objects is wrong or its end is missing.
 */
export function readPdf(file: Buffer): PdfFile {
  const text = file.toString('latin1');
  const [, start] = /startxref\n(\d+)\n%%EOF\n$/.exec(text) ?? [];
  if (!text.startsWith('%PDF-1.7\n') || start === undefined) throw new Error('no PDF');
  const [, count, table] = /^xref\n0 (\d+)\n((?:\d{10} \d{5} [fn] \n)+)trailer\n/.exec(text.slice(Number(start))) ?? [];
  const offsets = (table ?? '').split('\n').slice(1, -1);
  if (offsets.length + 1 !== Number(count)) throw new Error('table of objects');
  const objects = offsets.map((line, index) => {
    const at = Number(line.slice(0, 10));
    const head = `${index + 1} 0 obj\n`;
    if (!text.startsWith(head, at)) throw new Error(`no object ${index + 1} at ${at}`);
    return text.slice(at + head.length, text.indexOf('\nendobj', at));
  });
  const getObject = (reference: string | undefined): string => objects[Number(reference) - 1] ?? '';
  const pageTree = objects.find((object) => object.includes('/Type /Pages')) ?? '';
  const kids = [...(/\/Kids \[([^\]]*)\]/.exec(pageTree)?.[1] ?? '').matchAll(/(\d+) 0 R/g)].map(([, id]) => id);
  const info = /\/Info (\d+) 0 R/.exec(text.slice(Number(start)))?.[1];
  return {
    pages: kids.map((id) => toText(getObject(/\/Contents (\d+) 0 R/.exec(getObject(id))?.[1]))),
    info: [...getObject(info).matchAll(/\/(\w+) (\d+) 0 R/g)]
      .map(([, name, id]) => `${name}=${getObject(id)}`)
      .join('\n'),
  };
}

/** The texts of a page, a line for each. */
function toText(content: string): string {
  const begin = content.indexOf('stream\n') + 'stream\n'.length;
  const bytes = Buffer.from(content.slice(begin, content.lastIndexOf('\nendstream')), 'latin1');
  const drawn = content.includes('/FlateDecode') ? inflateSync(bytes).toString('latin1') : bytes.toString('latin1');
  return [...drawn.matchAll(/\[([^\]]*)\] TJ/g)]
    .map(([, parts]) =>
      [...parts!.matchAll(/<([0-9a-f]*)>/g)].map(([, hex]) => Buffer.from(hex!, 'hex').toString('latin1')).join(''),
    )
    .join('\n');
}
