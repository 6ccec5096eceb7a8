import type { ProblemRest } from '@wardstone/client/monitoring';
import { problemKey, problemName, problemPage, problemReason } from './problem';

const problem = (over: Partial<ProblemRest>): ProblemRest => ({
  kind: 'ALERT',
  severity: 'HIGH',
  name: 'Disk full',
  definitionId: 5,
  alertId: 9,
  resourceId: 7,
  resourceName: '/',
  hostId: 3,
  hostName: 'web-1',
  count: 2,
  firstTime: 1,
  lastTime: 2,
  state: 'FIRING',
  acknowledgedBy: null,
  silenceId: null,
  silencedUntil: null,
  causeId: null,
  causeName: null,
  endTime: null,
  endReason: null,
  endedBy: null,
  seesRecovery: true,
  suppresses: 0,
  description: 'Condition 1: Used > 90 % at 2026-11-23T04:07:09.997Z, value 95 %',
  ...over,
});
const down = problem({ kind: 'RESOURCE', name: 'Linux', alertId: null, definitionId: null, description: null });
const failed = problem({
  kind: 'OPERATION',
  name: 'Restart',
  alertId: null,
  definitionId: null,
  description: 'boom\n at',
});

describe('problems', () => {
  it('are identified by cause and resource', () => {
    expect([problem({}), down, failed].map(problemKey)).toEqual([
      'ALERT 7 5',
      'RESOURCE 7 Linux',
      'OPERATION 7 Restart',
    ]);
  });

  it('have a name, an explanation and a link to the details', () => {
    const shown = [problem({}), down, failed].map((each) => [
      problemName(each),
      problemReason(each),
      problemPage(each),
    ]);
    expect(shown).toEqual([
      ['Disk full', 'Used > 90\u00a0% (95\u00a0%)', '/alerts/9'],
      ['Linux is down', '', '/inventory/7'],
      ['Restart', 'boom', '/inventory/7/operations'],
    ]);
    expect(problemReason({ ...failed, description: null })).toBe('The agent gave no reason');
  });
});
