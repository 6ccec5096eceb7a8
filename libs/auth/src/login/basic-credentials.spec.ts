import fc from 'fast-check';
import { decodeBase64Utf8, parseAuthorization, parseBasic } from './basic-credentials';

const encode = (text: string): string => Buffer.from(text).toString('base64');

describe('parseAuthorization', () => {
  it.each([
    [undefined, { scheme: 'none' }],
    ['', { scheme: 'none' }],
    ['   ', { scheme: 'none' }],
    ['Basic YTpi', { scheme: 'basic', value: 'YTpi' }],
    ['bAsIc   YTpi ', { scheme: 'basic', value: 'YTpi' }],
    ['BEARER x.y.z', { scheme: 'bearer', value: 'x.y.z' }],
    ['Bearer', { scheme: 'bearer', value: '' }],
    ['Digest username="a"', { scheme: 'unknown', name: 'Digest' }],
    ['YTpi', { scheme: 'unknown', name: 'YTpi' }],
  ])('parses %j', (header, response) => {
    expect(parseAuthorization(header)).toEqual(response);
  });
});

describe('parseBasic', () => {
  it.each([
    ['at the first colon', encode('ada:a:b'), { username: 'ada', password: 'a:b' }],
    ['UTF-8', encode('ada:pässwörd ✓'), { username: 'ada', password: 'pässwörd ✓' }],
    ['an empty password', encode('ada:'), { username: 'ada', password: '' }],
    ['an empty name', encode(':x'), { username: '', password: 'x' }],
    ['without padding', encode('ada:1').replace(/=/g, ''), { username: 'ada', password: '1' }],
    ['no colon', encode('ada'), undefined],
    ['not base64', 'ada:secret', undefined],
    ['a character outside the alphabet', 'YWRhOnh4*A==', undefined],
    ['an impossible length', 'YWRhO', undefined],
    ['not UTF-8', Buffer.from([0x61, 0x3a, 0xff]).toString('base64'), undefined],
    ['nothing', '', undefined],
  ])('parses credentials: %s', (_case, value, response) => {
    expect(parseBasic(value)).toEqual(response);
  });

  it('finds any name without a colon and any password again', () => {
    const wellFormed = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(wellFormed, wellFormed, (name, password) => {
        const username = name.replaceAll(':', '');
        expect(parseBasic(encode(`${username}:${password}`))).toEqual({ username, password });
      }),
      { seed: 20260601 },
    );
  });
});

describe('decodeBase64Utf8', () => {
  it('keeps a byte order mark, which is part of the text', () => {
    expect(decodeBase64Utf8(encode('\ufeffx'))).toBe('\ufeffx');
  });
});
