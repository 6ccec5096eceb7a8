import { entityTag, uncompressedTag } from './entity-tag';

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
