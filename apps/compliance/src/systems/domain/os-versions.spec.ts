import { parseOsVersions } from './os-versions';

describe('parseOsVersions', () => {
  it.each([
    ['8.4', [['8', '4']]],
    [
      '8.4,8.5',
      [
        ['8', '4'],
        ['8', '5'],
      ],
    ],
    [
      ' 8.4 , 9.0\t7.10 ',
      [
        ['8', '4'],
        ['9', '0'],
        ['7', '10'],
      ],
    ],
    ['99999999999999999999.1', [['99999999999999999999', '1']]],
  ])('reads %j', (text, versions) => {
    expect(parseOsVersions(text)?.map(({ major, minor }) => [major, minor])).toEqual(versions);
  });

  it.each(['', ' ', ',', '8', '8.', '.4', '8.4.1', 'v8.4', '-8.4', '8.4;8.5', '8.4 x'])('refuses %j', (text) => {
    expect(parseOsVersions(text)).toBeUndefined();
  });
});
