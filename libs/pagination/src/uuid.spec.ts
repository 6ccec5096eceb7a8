import { parseUuid } from './uuid';

const CANONICAL = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11';

describe('parseUuid', () => {
  it.each([
    [CANONICAL],
    [CANONICAL.toUpperCase()],
    ['a0eebc999c0b4ef8bb6d6bb9bd380a11'],
    ['A0EEBC999C0B4ef8BB6D6BB9BD380A11'],
  ])('reads %s', (text) => expect(parseUuid(text)).toBe(CANONICAL));

  it('looks at neither version nor variant', () => {
    expect(parseUuid('00000000-0000-0000-0000-000000000001')).toBe('00000000-0000-0000-0000-000000000001');
    expect(parseUuid('ffffffff-ffff-ffff-ffff-fffffffffffe')).toBe('ffffffff-ffff-ffff-ffff-fffffffffffe');
  });

  it.each([
    '',
    '123',
    `urn:uuid:${CANONICAL}`,
    `{${CANONICAL}}`,
    ` ${CANONICAL}`,
    `${CANONICAL}\n`,
    CANONICAL.slice(1),
    `${CANONICAL}0`,
    CANONICAL.replace('a', 'g'),
    'a0eebc99-9c0b4ef8bb6d6bb9bd380a11',
    'a0eebc999c0b-4ef8-bb6d-6bb9bd380a11',
    'a0eebc-999c0b4ef8-bb6d-6bb9-bd380a11',
  ])('refuses %j', (text) => expect(parseUuid(text)).toBeUndefined());
});
