import { act, cleanup, render, screen } from '@testing-library/react';
import { noteAttempt } from '../api/unresponsive';
import { shellTexts } from '../texts/shell';
import { Unresponsive } from './unresponsive';

const COMPLIANCE = shellTexts.unresponsive('compliance');
const MONITORING = shellTexts.unresponsive('monitoring');
const titles = (): string[] => [COMPLIANCE, MONITORING].filter((title) => screen.queryByText(title));

describe('a service that does not respond', () => {
  afterEach(cleanup);

  it('is named until it responds again, and another one beside it', () => {
    render(<Unresponsive />);
    expect(titles()).toEqual([]);
    act(() => noteAttempt('/api/compliance/v2/policies', { type: 'downstream_issue' }));
    expect(titles()).toEqual([COMPLIANCE]);
    act(() => noteAttempt('/rest/problem', { type: 'external_service_timeout' }));
    expect(titles()).toEqual([COMPLIANCE, MONITORING]);
    act(() => noteAttempt('/api/compliance/v2/systems', undefined));
    act(() => noteAttempt('/rest/alert/{id}', { type: 'alert_not_found' }));
    expect(titles()).toEqual([]);
  });

  it('is neither one that refuses a request, nor a path without a service', () => {
    render(<Unresponsive />);
    act(() => noteAttempt('/rest/problem', { type: 'too_many_heavy_requests' }));
    act(() => noteAttempt('/auth/accounts', { type: 'downstream_issue' }));
    expect(titles()).toEqual([]);
  });
});
