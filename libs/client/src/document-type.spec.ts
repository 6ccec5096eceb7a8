import { documentType } from './document-type';

describe('the media type of a document', () => {
  it.each([
    ['ssg-debian12-ds.xml', 'application/xml'],
    ['ssg-debian12-ds.xml.gz', 'application/xml'],
    ['arf.xml.bz2', 'application/xml'],
    ['web-1.ckl', 'application/xml'],
    ['web-1.cklb', 'application/json'],
    ['web-1.CKLB.gz', 'application/json'],
    ['kube-bench.json', 'application/vnd.wardstone.report+json'],
    ['inspec.json.gz', 'application/vnd.wardstone.report+json'],
    ['lynis-report.dat', 'text/vnd.wardstone.lynis'],
    ['lynis.txt', 'text/vnd.wardstone.lynis'],
    ['report', 'application/xml'],
  ])('of %s is %s', (name, expected) => expect(documentType(name)).toBe(expected));
});
