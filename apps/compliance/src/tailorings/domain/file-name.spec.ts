import { tailoringFileName } from './file-name';

describe('tailoringFileName', () => {
  it('consists of the ids of guide and profile', () => {
    expect(
      tailoringFileName(
        'xccdf_org.ssgproject.content_benchmark_RHEL-8',
        'xccdf_org.ssgproject.content_profile_cis',
        'xml',
      ),
    ).toBe('xccdf_org.ssgproject.content_benchmark_RHEL-8__xccdf_org.ssgproject.content_profile_cis__tailoring.xml');
  });

  it('holds nothing that could end the header', () => {
    expect(tailoringFileName('a"; x=\r\nb', 'é/../𝄞', 'json')).toBe('a___x___b____.._____tailoring.json');
  });
});
