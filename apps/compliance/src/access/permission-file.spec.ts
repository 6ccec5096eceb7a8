import { parsePermissionFile } from './permission-file';

describe('parsePermissionFile', () => {
  it('reads organisations, users and permissions', () => {
    const file = parsePermissionFile('{"1": {"ann": ["compliance:*:*"], "bob": []}, "2": {}}');

    expect(file.get('1')?.get('ann')).toEqual(['compliance:*:*']);
    expect(file.get('1')?.get('bob')).toEqual([]);
    expect(file.get('2')?.size).toBe(0);
    expect(file.get('toString')).toBeUndefined();
  });

  it.each([
    ['{', 'RBAC_FILE is not JSON'],
    ['[]', 'RBAC_FILE: the file must be an object'],
    ['{"1": []}', 'RBAC_FILE: organisation 1 must be an object'],
    ['{"1": {"ann": "compliance:*:*"}}', 'RBAC_FILE: 1/ann must be a list of permissions'],
    ['{"1": {"ann": [1]}}', 'RBAC_FILE: 1/ann must be a list of permissions'],
  ])('refuses %s', (text, message) => expect(() => parsePermissionFile(text)).toThrow(message));
});
