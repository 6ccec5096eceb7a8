import type { IncomingMessage } from 'node:http';
import { ApiError } from '../api-error';
import type { ErrorContext } from '../error-response';
import { CommonError, GatewayError } from '../registry';
import { complianceRenderer } from './compliance';
import { monitoringRenderer } from './monitoring';

const contextFor = (url: string, accept?: string): ErrorContext => ({
  request: { url, headers: accept === undefined ? {} : { accept } } as IncomingMessage,
  requestId: 'r1',
  publicBaseUrl: 'http://localhost:8080',
});

describe('complianceRenderer', () => {
  const renderer = complianceRenderer('vendor, rh');

  it.each([
    [
      'no credentials',
      CommonError.session_required,
      { error: 'Authentication error: Error parsing the X-VENDOR-IDENTITY header' },
    ],
    [
      'a wrong password',
      CommonError.invalid_credentials,
      { error: 'Authentication error: X-VENDOR-IDENTITY header should be provided' },
    ],
    [
      'an expired token',
      CommonError.expired_token,
      { error: 'Authentication error: X-VENDOR-IDENTITY header should be provided' },
    ],
    [
      'a missing permission',
      CommonError.insufficient_scope,
      { error: 'Authorization error: User is not authorized to view this page' },
    ],
    ['a large body', CommonError.payload_too_large, { errors: ['Request body is too large'] }],
    ['an unforeseen failure', CommonError.internal_error, { errors: ['Internal server error'] }],
  ])('returns %s with the text of the contract', (_name, kind, expected) => {
    const { contentType, text } = renderer.render(
      new ApiError(kind, 'a detail of ours'),
      contextFor('/api/compliance/v2/policies'),
    );

    expect(JSON.parse(text)).toEqual(expected);
    expect(contentType).toBe('application/vnd.api+json; charset=utf-8');
  });

  it('lists every text of an error that has several', () => {
    const error = new ApiError(CommonError.invalid_request, 'one', { details: ['one', 'two'] });

    expect(JSON.parse(renderer.render(error, contextFor('/')).text)).toEqual({ errors: ['one', 'two'] });
  });
});

describe('monitoringRenderer', () => {
  const renderer = monitoringRenderer('vendor');
  const error = new ApiError(GatewayError.rate_limited, 'No <b> & "c"\u0001');

  it.each([
    ['no Accept', '/rest/alert', undefined, 'application/json', '{"message":"No <b> & \\"c\\"\\u0001"}'],
    ['an unknown type', '/rest/alert', 'image/png', 'application/json', '{"message"'],
    [
      'XML',
      '/rest/alert',
      'application/xml',
      'application/xml',
      '<vendorErrorWrapper><message>No &lt;b&gt; &amp; "c"</message></vendorErrorWrapper>',
    ],
    [
      'HTML',
      '/rest/alert',
      'text/html,application/json;q=0.5',
      'text/html; charset=utf-8',
      '<p class="problem">No &lt;b&gt;',
    ],
    ['PromQL', '/prometheus/api/v1/query', '*/*', 'application/json', '{"status":"error"'],
    ['PromQL in capital letters', '/PROMETHEUS/federate', '*/*', 'application/json', '{"status":"error"'],
    ['CSV', '/rest/reports/x', 'text/csv', 'text/plain; charset=utf-8', 'No <b>'],
    [
      'a suffix against the Accept header',
      '/rest/alert.xml?x=1',
      'application/json',
      'application/xml',
      '<vendorErrorWrapper>',
    ],
  ])('renders %s for a client that accepts it', (_name, url, accept, contentType, part) => {
    const body = renderer.render(error, contextFor(url, accept));

    expect(body.contentType).toBe(contentType);
    expect(body.text).toContain(part);
  });
});
