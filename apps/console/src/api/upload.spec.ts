import { detectEncoding } from './upload';

describe('the encoding of a file', () => {
  it.each([
    ['arf.xml', undefined],
    ['ssg-rhel8-ds.xml.gz', 'gzip'],
    ['RESULT.XML.BZ2', 'bzip2'],
    ['gz', undefined],
  ])('of %s is %s', (name, expected) => {
    expect(detectEncoding(name)).toBe(expected);
  });
});
