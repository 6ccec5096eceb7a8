import { chooseIncident, type IncidentSubject, type KnownIncidents } from '../src/incident';

const SUBJECT: IncidentSubject = {
  definitionId: 1,
  resourceId: 2,
  templateId: 3,
  groupId: undefined,
  typeId: undefined,
  hostId: 4,
  causeId: undefined,
  isFlapping: false,
  isSilenced: false,
};
const NONE: KnownIncidents = { ofHold: undefined, ofRecovered: undefined, ofCause: undefined, keys: new Set() };

function chosen(subject: Partial<IncidentSubject>, known: Partial<KnownIncidents>): unknown {
  return chooseIncident({ ...SUBJECT, ...subject }, { ...NONE, ...known }, 'definition');
}

describe('the incident of an alert', () => {
  it('is that of its definition', () => {
    expect(chosen({}, {})).toEqual({ key: 'definition 3', causeId: undefined });
  });

  it('is that of the problem that it recovers', () => {
    expect(chosen({}, { ofRecovered: 7 })).toEqual({ id: 7 });
  });

  it('is that of its cause, if there is one', () => {
    expect(chosen({ causeId: 5 }, { ofCause: 8 })).toEqual({ id: 8 });
    expect(chosen({ causeId: 5 }, {})).toMatchObject({ causeId: 5 });
    expect(chosen({}, { ofCause: 8 })).toMatchObject({ key: 'definition 3' });
  });

  it('is the incident of an already notified alert that it suppresses', () => {
    const { key } = chosen({ resourceId: 9, causeId: 2 }, {}) as { key: string };
    expect(chosen({ resourceId: 2 }, { keys: new Set([key]) })).toEqual({ key });
    expect(chosen({ resourceId: 2, causeId: 5 }, { keys: new Set([key]) })).not.toEqual({ key });
  });
});
