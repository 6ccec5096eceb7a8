import { auditRules } from './audit-rules';

describe('the audit of monitoring', () => {
  const isAudited = (method: string, path: string): boolean => !auditRules.isUnaudited!(method, path);

  it.each([
    ['POST', '/rest/metric/data/raw'],
    ['POST', '/rest/agent/web-1/measurements'],
    ['PUT', '/rest/agent/web-1/work/7'],
    ['POST', '/rest/alert/definitions/dry-run'],
    ['POST', '/rest/group/definitions/preview'],
    ['POST', '/rest/group/definitions/preview.xml'],
  ])('leaves out %s %s', (method, path) => {
    expect(isAudited(method, path)).toBe(false);
  });

  it.each([
    ['POST', '/rest/alert/definitions'],
    ['POST', '/rest/group/definitions'],
    ['PUT', '/rest/group/definition/10001'],
    ['DELETE', '/rest/metric/data/10001'],
    ['PUT', '/rest/agent/web-1'],
  ])('has %s %s', (method, path) => {
    expect(isAudited(method, path)).toBe(true);
  });
});
