import { Readable } from 'node:stream';
import { inflateSync } from 'node:zlib';
import type { EvidenceHead, EvidenceSystem } from './evidence';
import { writePdf } from './pdf';

const AT = new Date('2026-01-16T12:00:00Z');
const FIGURES = {
  assigned: 1,
  reported: 0,
  compliant: 0,
  stale_compliant: 0,
  compliant_with_exceptions: 0,
  stale_compliant_with_exceptions: 0,
  not_applicable: 0,
  unsupported: 0,
  stale: 0,
};

async function written(title: string, ...names: string[]): Promise<Buffer> {
  const head: EvidenceHead = {
    madeAt: AT,
    at: AT,
    trend: [],
    tailorings: [],
    policy: {
      id: 'p',
      title,
      description: null,
      business_objective: null,
      compliance_threshold: 90,
      max_result_age_days: null,
      profile_ref_id: 'p',
      profile_title: 'P',
    },
    figures: FIGURES,
  };
  const systems = names.map((display_name): EvidenceSystem => ({
    id: 's',
    display_name,
    os_version: '9.4',
    result: null,
  }));
  const parts: Uint8Array[] = [];
  for await (const part of writePdf(head, () => Readable.from(systems))) parts.push(part);
  return Buffer.concat(parts);
}

/** Contents of all compressed streams. */
function listStreams(pdf: Buffer): string[] {
  const text = pdf.toString('latin1');
  return [...text.matchAll(/stream\n/g)].flatMap(({ index }) => {
    if (text.slice(index - 3, index) === 'end') return [];
    const end = text.indexOf('\nendstream', index);
    try {
      return [inflateSync(pdf.subarray(index + 7, end)).toString('latin1')];
    } catch {
      return [];
    }
  });
}

/** Letters to which the glyphs of embedded fonts belong. */
function listLetters(pdf: Buffer): Set<string> {
  const maps = listStreams(pdf).filter((stream) => stream.includes('beginbfrange'));
  const codes = maps.flatMap((map) =>
    [...map.matchAll(/<([0-9a-f ]{4,})>(?! <[0-9a-f]+> \[)/g)].map(([, hex]) => hex!),
  );
  return new Set(codes.flatMap((hex) => hex.split(' ').map((code) => String.fromCharCode(Number.parseInt(code, 16)))));
}

const listFonts = (pdf: Buffer): string[] => [
  ...new Set([...pdf.toString('latin1').matchAll(/\/FontName \/[A-Z]+\+(\S+)/g)].map(([, name]) => name!)),
];

describe('a PDF', () => {
  it('embeds the used letters of fonts that names need', async () => {
    const names = ['Веб-сервер', 'Διακομιστής', 'خادم الويب', 'שרת אינטרנט', 'Łódź', 'Hà Nội'];
    const pdf = await written('Политика', ...names);

    expect(listFonts(pdf).toSorted()).toEqual([
      'NotoNaskhArabic',
      'NotoSans-Bold',
      'NotoSans-Regular',
      'NotoSansHebrew',
    ]);
    expect(pdf.length).toBeLessThan(100_000);
    const known = listLetters(pdf);
    for (const letter of names.join('').replace(/[ -\xff]/g, '')) expect(known).toContain(letter);
  });

  it('embeds none for names that the standard fonts have', async () => {
    expect(listFonts(await written('CIS', 'web-1', 'größe', 'naïve – “x”'))).toEqual([]);
  });

  it('writes letters of other scripts as code points, and drops what is invisible', async () => {
    const pdf = await written('CIS', '東京\u202e', 'ok');
    expect(listFonts(pdf)).toEqual([]);
    expect(pdf.length).toBeLessThan(20_000);
  });

  it('fills pages with the longest texts of any script', async () => {
    const long = ['خادم '.repeat(1_000), 'сервер'.repeat(1_000), 'web خادم (9) '.repeat(500)];
    const pdf = await written(long[0]!, ...long);
    expect(pdf.toString('latin1')).toContain('%%EOF');
  });
});
