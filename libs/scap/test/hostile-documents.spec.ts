import { measureProcessorTime } from '@wardstone/testing';
import { aBenchmark, aRule } from './datastream.builder';
import { getRefusal } from './parsing';

/** Only work that grows faster than its input takes this long. */
const REFUSAL_LIMIT_MS = 15_000;

const MB = 1_000_000;

/** Refuses soon, whatever the document contains. */
async function refusedAtOnce(document: string | Buffer): Promise<string> {
  let message = '';
  expect(await measureProcessorTime(() => ({ message } = getRefusal(document)))).toBeLessThan(REFUSAL_LIMIT_MS);
  return message;
}

describe('a hostile document', () => {
  it('of a billion laughs is refused at its DOCTYPE', async () => {
    const entities = Array.from({ length: 9 }, (_, n) => `<!ENTITY lol${n + 1} "${`&lol${n};`.repeat(10)}">`);
    const document = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol0 "lol">${entities.join('')}]><lolz>&lol9;</lolz>`;
    expect(await refusedAtOnce(document)).toBe('DOCTYPE is not allowed');
  });

  it('that reads a file through an external entity is refused at its DOCTYPE', async () => {
    const document = '<!DOCTYPE a [<!ENTITY file SYSTEM "file:///etc/hostname">]><a>&file;</a>';
    expect(await refusedAtOnce(document)).toBe('DOCTYPE is not allowed');
  });

  it('with a 20 MB internal subset is refused at its DOCTYPE', async () => {
    expect(await refusedAtOnce(`<!DOCTYPE a [<!ENTITY e "${'x'.repeat(20 * MB)}">]><a/>`)).toBe(
      'DOCTYPE is not allowed',
    );
  });

  it('of 200 000 levels is refused', async () => {
    expect(await refusedAtOnce('<a>'.repeat(200_000) + '</a>'.repeat(200_000))).toBe('document is too complex');
    expect(await refusedAtOnce(aBenchmark('<x:a xmlns:p="urn:p" p:b="">'.repeat(200_000)))).toBe(
      'document is too complex',
    );
  });

  it.each([
    ['attribute', `<a b="${'x'.repeat(20 * MB)}"/>`],
    ['attribute of character references', `<a b="${'&#65;'.repeat(4 * MB)}"/>`],
    ['text', `<a>${'x'.repeat(20 * MB)}</a>`],
    ['comment', `<!--${'x'.repeat(20 * MB)}--><a/>`],
    ['processing instruction', `<?p ${'x'.repeat(20 * MB)}?><a/>`],
    ['declaration', `<?xml version="1.0" encoding="${'x'.repeat(20 * MB)}"?><a/>`],
    ['name', `<${'x'.repeat(20 * MB)}/>`],
    ['entity name', `<a>&${'x'.repeat(20 * MB)};</a>`],
  ])('with a 20 MB %s is refused', async (_name, document) => {
    expect(await refusedAtOnce(document)).toBe('document is too complex');
  });

  it('of 50 000 attributes is refused', async () => {
    const attributes = Array.from({ length: 50_000 }, (_, n) => `b${n}=""`).join(' ');
    expect(await refusedAtOnce(`<a ${attributes}/>`)).toBe('document is too complex');
  });

  it('that is truncated is refused where it ends', async () => {
    const document = aBenchmark(`\n${aRule('r', '<x:title>cut here</x:title>')}`);
    const cut = document.slice(0, document.indexOf('cut here'));
    expect(await refusedAtOnce(cut)).toMatch(/^not well-formed XML \(line 2, column [0-9]+\)$/);
  });

  it('of mixed encodings is refused at the first invalid byte', async () => {
    const document = Buffer.concat([Buffer.from('<a>é\n'), Buffer.from('é', 'latin1'), Buffer.from('</a>')]);
    expect(await refusedAtOnce(document)).toBe('not well-formed XML (line 2, column 1)');
  });
});
