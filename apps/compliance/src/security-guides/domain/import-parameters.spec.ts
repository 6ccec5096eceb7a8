import { readImportParameters } from './import-parameters';

describe('readImportParameters', () => {
  it('asks for nothing by default', () => {
    expect(readImportParameters('')).toEqual({ osMajorVersion: undefined, osMinorVersions: undefined, replace: false });
  });

  it.each([
    ['os_major_version=8', { osMajorVersion: 8 }],
    ['os_major_version=8&os_major_version=+9', { osMajorVersion: 9 }],
    ['os_minor_versions=3,1&os_minor_versions=2&os_minor_versions[]=1', { osMinorVersions: [1, 2, 3] }],
    ['os_minor_versions=0,99999', { osMinorVersions: [0, 99999] }],
    ['replace=TRUE', { replace: true }],
    ['replace=on&replace=0&format=json', { replace: false }],
  ])('reads %s', (query, expected) => {
    expect(readImportParameters(query)).toMatchObject(expected);
  });

  it.each([
    ['os_major_version=', 'Invalid parameter: os_major_version must be an integer'],
    ['os_major_version=8.0', 'Invalid parameter: os_major_version must be an integer'],
    ['os_major_version[]=8', 'Invalid parameter: os_major_version must be an integer'],
    ['os_major_version=-1', 'Invalid parameter: os_major_version must be greater than or equal to 0'],
    ['os_major_version=100000', 'Invalid parameter: os_major_version must be less than or equal to 99999'],
    ['os_minor_versions', 'Invalid parameter: os_minor_versions must be an integer'],
    ['os_minor_versions=1,,2', 'Invalid parameter: os_minor_versions must be an integer'],
    ['os_minor_versions[a]=1', 'Invalid parameter: os_minor_versions must be an array'],
    [
      `os_minor_versions=${Array.from({ length: 101 }, (_, n) => n).join(',')}`,
      'Invalid parameter: os_minor_versions can not have more than 100 elements',
    ],
    ['replace=yes', 'Invalid parameter: replace must be either true or false'],
    ['foo=1&limit[x]=2', 'found unpermitted parameters: :foo, :limit'],
    ['os_major_version=x&foo=1', 'Invalid parameter: os_major_version must be an integer'],
    ['replace=%zz', 'Invalid query string'],
  ])('refuses %s', (query, message) => {
    expect(() => readImportParameters(query)).toThrow(message);
  });
});
