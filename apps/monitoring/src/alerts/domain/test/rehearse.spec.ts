import { rehearse } from '../rehearse';
import { NEVER_OVER } from '../silence-times';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const mail = { senderName: 'Direct Emails', gathers: true };
const trap = { senderName: 'SNMP Traps', gathers: false };
const rules = { silences: [], grouping: { waitMs: 20 * SECOND, intervalMs: 5 * MINUTE }, windowMs: 30 * MINUTE };
const outcomes = (firedMs: number[], over: object = {}) =>
  rehearse(firedMs, [mail, trap], { ...rules, ...over }).map(([ofMail, ofTrap]) => [
    `${ofMail!.outcome} ${ofMail!.atMs / SECOND}`,
    `${ofTrap!.outcome} ${ofTrap!.atMs / SECOND}`,
  ]);

describe('a rehearsal of notifications', () => {
  it('gathers what fires while a notification waits, and updates recipients at intervals', () => {
    expect(outcomes([0, 10 * SECOND, 60 * SECOND, 10 * MINUTE])).toEqual([
      ['TOLD 20', 'TOLD 0'],
      ['JOINED 20', 'TOLD 10'],
      ['TOLD 320', 'TOLD 60'],
      ['TOLD 620', 'TOLD 600'],
    ]);
  });

  it('begins another incident after a pause', () => {
    expect(outcomes([0, 31 * MINUTE]).map(([first]) => first)).toEqual(['TOLD 20', `TOLD ${31 * 60 + 20}`]);
  });

  it('tells nothing while a silence is in force, and says until when that was', () => {
    const silence = {
      ...{ id: 1, startMs: 5 * SECOND, endMs: MINUTE },
      ...{ rule: null, timeZone: null, overMs: NEVER_OVER },
    };
    expect(outcomes([0, 30 * SECOND, MINUTE], { silences: [silence] })).toEqual([
      ['TOLD 20', 'TOLD 0'],
      ['HELD 60', 'HELD 60'],
      ['TOLD 320', 'TOLD 60'],
    ]);
  });
});
