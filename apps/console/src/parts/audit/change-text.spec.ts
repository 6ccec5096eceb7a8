import { changeText } from './change-text';

describe('a change', () => {
  it.each([
    ['DELETE', '/rest/alert/definition/10003', 'Alert definition deleted'],
    ['PUT', '/rest/alert/10002', 'Alert acknowledged'],
    ['POST', '/rest/alert/definitions/dry-run', 'Dry run made'],
    ['POST', '/rest/integration/receive/wsi_***', 'Alert report received'],
    ['POST', '/api/compliance/v2/systems/7/test_results', 'Scan result uploaded'],
    ['PUT', '/api/compliance/v2/waivers/7/decision', 'Exception changed'],
    ['POST', '/rest/group', 'Group created'],
    ['POST', '/rest/group/definitions', 'Group definition created'],
    ['PATCH', '/api/compliance/v2/policies/5/tailorings/6', 'Tailoring changed'],
    ['POST', '/auth/join-tokens', 'Join token created'],
    ['POST', '/auth/session', 'Session created'],
    ['POST', '/rest/unheard/of', undefined],
  ])('%s %s is "%s"', (method, target, text) => {
    expect(changeText(method, target)).toBe(text);
  });
});
