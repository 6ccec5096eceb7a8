import { GuideImportQuery } from '@wardstone/dto/compliance';
import type { Request } from 'express';
import { ContractPipe } from '../api/contract.pipe';
import { UnvalidatedRequest } from '../api/request';

const read = (query: string): unknown => {
  const request = { originalUrl: `/security_guides?${query}`, params: {} } as unknown as Request;
  return new ContractPipe().transform(new UnvalidatedRequest(request, { query: GuideImportQuery, parents: [] }));
};

describe('the query of an import', () => {
  it('restricts no versions and replaces nothing by default', () => {
    const { os_major_version, os_minor_versions, replace } = read('') as GuideImportQuery;
    expect({ os_major_version, os_minor_versions, replace }).toEqual({
      os_major_version: undefined,
      os_minor_versions: undefined,
      replace: false,
    });
  });

  it.each([
    ['os_major_version=8', { os_major_version: 8 }],
    ['os_major_version=8&os_major_version=+9', { os_major_version: 9 }],
    ['os_minor_versions=3,1&os_minor_versions=2&os_minor_versions[]=1', { os_minor_versions: [1, 2, 3] }],
    ['os_minor_versions=0,99999', { os_minor_versions: [0, 99999] }],
    ['replace=TRUE', { replace: true }],
    ['replace=on&replace=0&format=json', { replace: false }],
  ])('reads %s', (query, expected) => expect(read(query)).toMatchObject(expected));

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
  ])('refuses %s', (query, message) => expect(() => read(query)).toThrow(message));
});
