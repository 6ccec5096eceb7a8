import { toApiError } from './api-error';

const none = new Headers();

describe('the error of a response', () => {
  it.each([
    ['problem details', '{"error_type":"not_found","detail":"No such thing","title":"not_found"}', 'No such thing'],
    ['one text of monitoring', '{"message":"No resource 7"}', 'No resource 7'],
    ['texts of compliance', '{"errors":["Title is taken","Profile is missing"]}', 'Title is taken\nProfile is missing'],
    ['a refusal of compliance', '{"error":"Authorization error"}', 'Authorization error'],
    ['plain text', 'Bad gateway\n', 'Bad gateway'],
    ['nothing', '', 'HTTP 502'],
  ])('reads %s', (_shape, text, detail) => {
    expect(toApiError(502, none, text)).toMatchObject({ status: 502, detail, message: detail });
  });

  it('names the type of the header, and the page that explains it', () => {
    const headers = { 'X-Error-Type': 'policy_not_found', Link: '<https://x.example/e>; rel="help"' };
    const error = toApiError(404, new Headers(headers), '{}');

    expect(error).toMatchObject({ type: 'policy_not_found', help: 'https://x.example/e' });
    expect(toApiError(500, none, '').type).toBeUndefined();
  });

  it('has the errors of each field', () => {
    const body = '{"detail":"Invalid","fields":[{"field":"name","problems":["is too long"]}]}';

    const error = toApiError(400, none, body);
    expect([...error.fields]).toEqual([['name', ['is too long']]]);
  });

  it.each([
    [0, true],
    [400, false],
    [404, false],
    [429, true],
    [500, false],
    [502, true],
    [503, true],
  ])('of status %i is temporary: %s', (status, expected) => {
    expect(toApiError(status, none, '').isPassing).toBe(expected);
  });
});
