import { bodyTag, entityTag, preconditionsHold, uncompressedTag } from './entity-tag';

describe('entityTag', () => {
  it('is a strong tag that differs with every byte, with the type and with the coding', () => {
    const tags = [
      entityTag('text/plain', 'a'),
      entityTag('text/plain', 'b'),
      entityTag('text/html', 'a'),
      entityTag('text/plain', 'a', true),
    ];

    expect(new Set(tags).size).toBe(tags.length);
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/);
    expect(entityTag('text/plain', 'a')).toBe(tags[0]);
  });

  it('leads from a compressed body to the body', () => {
    expect(uncompressedTag(entityTag('text/plain', 'a', true))).toBe(entityTag('text/plain', 'a'));
    expect(uncompressedTag(entityTag('text/plain', 'a'))).toBe(entityTag('text/plain', 'a'));
  });
});

describe('bodyTag', () => {
  it('is a strong tag that differs with every byte, of text as of its bytes', () => {
    expect(bodyTag('a')).toMatch(/^"[\w-]+"$/);
    expect(bodyTag('b')).not.toBe(bodyTag('a'));
    expect(bodyTag(Buffer.from('ä'))).toBe(bodyTag('ä'));
  });
});

describe('preconditionsHold', () => {
  const CURRENT = ['"v1"', '"v1, html"'];

  it.each([
    ['no conditions', {}, CURRENT, true],
    ['no conditions and no record', {}, undefined, true],
    ['the right tag', { ifMatch: '"v1"' }, CURRENT, true],
    ['the right tag among others', { ifMatch: '"v0" , "v1"' }, CURRENT, true],
    ['a tag with a comma', { ifMatch: '"v0","v1, html"' }, CURRENT, true],
    ['an old tag', { ifMatch: '"v0"' }, CURRENT, false],
    ['the tag of a compressed body', { ifMatch: '"v1-gzip"' }, CURRENT, true],
    ['a weak tag, which never matches strongly', { ifMatch: 'W/"v1"' }, CURRENT, false],
    ['a tag without quotes', { ifMatch: 'v1' }, CURRENT, false],
    ['any version', { ifMatch: ' * ' }, CURRENT, true],
    ['any version of nothing', { ifMatch: '*' }, undefined, false],
    ['a tag of nothing', { ifMatch: '"v1"' }, undefined, false],
    ['only if new, and it is', { ifNoneMatch: '*' }, undefined, true],
    ['only if new, and it is not', { ifNoneMatch: '*' }, CURRENT, false],
    ['not this version, and it is this', { ifNoneMatch: '"v1"' }, CURRENT, false],
    ['not this version, and it is another', { ifNoneMatch: '"v0"' }, CURRENT, true],
    ['both conditions', { ifMatch: '"v1"', ifNoneMatch: '"v0"' }, CURRENT, true],
  ])('decides for %s', (_name, conditions, current, expected) => {
    expect(preconditionsHold(conditions, current)).toBe(expected);
  });
});
