import { aBenchmark, aRule } from './datastream.builder';
import { refusalOf } from './parsing';

/** Only what grows with more than the size of the input takes this long, even on a machine busy with other tests. */
const REFUSAL_LIMIT_MS = 15_000;

const MB = 1_000_000;

/** Refuses soon, whatever the document tries. */
function refusedAtOnce(document: string | Buffer): string {
  const startedMs = performance.now();
  const { message } = refusalOf(document);
  expect(performance.now() - startedMs).toBeLessThan(REFUSAL_LIMIT_MS);
  return message;
}

describe('a hostile document', () => {
  it('of a billion laughs is refused at its DOCTYPE', () => {
    const entities = Array.from({ length: 9 }, (_, n) => `<!ENTITY lol${n + 1} "${`&lol${n};`.repeat(10)}">`);
    const document = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol0 "lol">${entities.join('')}]><lolz>&lol9;</lolz>`;
    expect(refusedAtOnce(document)).toBe('DOCTYPE is not allowed');
  });

  it('that reads a file through an external entity is refused at its DOCTYPE', () => {
    const document = '<!DOCTYPE a [<!ENTITY file SYSTEM "file:///etc/hostname">]><a>&file;</a>';
    expect(refusedAtOnce(document)).toBe('DOCTYPE is not allowed');
  });

  it('with a 20 MB internal subset is refused at its DOCTYPE', () => {
    expect(refusedAtOnce(`<!DOCTYPE a [<!ENTITY e "${'x'.repeat(20 * MB)}">]><a/>`)).toBe('DOCTYPE is not allowed');
  });

  it('of 200 000 levels is refused', () => {
    expect(refusedAtOnce('<a>'.repeat(200_000) + '</a>'.repeat(200_000))).toBe('document is too complex');
    expect(refusedAtOnce(aBenchmark('<x:a xmlns:p="urn:p" p:b="">'.repeat(200_000)))).toBe('document is too complex');
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
  ])('with a 20 MB %s is refused', (_name, document) => {
    expect(refusedAtOnce(document)).toBe('document is too complex');
  });

  it('of 50 000 attributes is refused', () => {
    const attributes = Array.from({ length: 50_000 }, (_, n) => `b${n}=""`).join(' ');
    expect(refusedAtOnce(`<a ${attributes}/>`)).toBe('document is too complex');
  });

  it('that is cut off is refused where it ends', () => {
    const document = aBenchmark(`\n${aRule('r', '<x:title>cut here</x:title>')}`);
    const cut = document.slice(0, document.indexOf('cut here'));
    expect(refusedAtOnce(cut)).toMatch(/^not well-formed XML \(line 2, column [0-9]+\)$/);
  });

  it('of mixed encodings is refused at the first stray byte', () => {
    const document = Buffer.concat([Buffer.from('<a>é\n'), Buffer.from('é', 'latin1'), Buffer.from('</a>')]);
    expect(refusedAtOnce(document)).toBe('not well-formed XML (line 2, column 1)');
  });
});
