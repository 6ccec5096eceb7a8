import type { AlertDefinitionRest } from '@wardstone/client/monitoring';
import { type DraftMetric, newCondition } from './condition-draft';
import {
  NEW_DEFINITION,
  canRecover,
  listChanges,
  toDampening,
  draftOfDefinition,
  getFiring,
  newDefinition,
  toDefinition,
} from './definition-draft';

const METRICS: DraftMetric[] = [{ definitionId: 7, displayName: 'Load', unit: '%', type: 'MEASUREMENT' }];
const STORED: AlertDefinitionRest = {
  id: 5,
  name: 'load',
  enabled: true,
  priority: 'LOW',
  recoveryId: 0,
  conditionMode: 'ANY',
  conditions: [
    {
      id: 1,
      category: 'THRESHOLD',
      name: 'Load',
      threshold: 0.9,
      option: null,
      comparator: '>',
      triggerId: null,
      measurementDefinition: 7,
    },
  ],
  notifications: [{ id: 2, senderName: 'Webhook', config: { url: 'https://example.com' } }],
  dampeningCategory: 'NONE',
  dampeningCount: 0,
  dampeningPeriod: 0,
  dampeningUnit: null,
  links: [],
};
const DRAFT = draftOfDefinition(STORED, METRICS);

describe('an alert definition in the form', () => {
  it('is sent with its conditions once they are complete', () => {
    expect(toDefinition(NEW_DEFINITION, METRICS)).toBeUndefined();
    expect(toDefinition({ ...NEW_DEFINITION, conditions: [] }, METRICS)).toBeUndefined();
    expect(toDefinition(DRAFT, METRICS)).toMatchObject({
      name: 'load',
      conditions: [{ category: 'THRESHOLD', measurementDefinition: 7, comparator: '>', threshold: 0.9 }],
      notifications: [{ senderName: 'Webhook', config: { url: 'https://example.com' } }],
    });
  });

  it('is sent with the evaluation of its expression, which replaces dampening', () => {
    const expression = { ...newCondition('EXPRESSION'), option: 'up == 0' };
    const draft = { ...NEW_DEFINITION, conditions: [expression], dampeningCategory: 'ONCE' as const, recoveryId: 3 };
    expect(toDefinition(draft, METRICS)).toMatchObject({
      conditions: [{ category: 'EXPRESSION', option: 'up == 0' }],
      expression: { seconds: 60, forSeconds: 0, labels: {} },
      dampeningCategory: 'NONE',
      recoveryId: 0,
    });
    expect(toDefinition(DRAFT, METRICS)).not.toHaveProperty('expression');
  });

  it('proposes the metric measured in percent, where there is one such', () => {
    const [load] = METRICS as [DraftMetric];
    const metricsIn = (metrics: DraftMetric[]) => newDefinition(metrics).conditions.map(({ metric }) => metric);
    const bytes = { ...load, definitionId: 8, unit: 'B' };
    expect(metricsIn([bytes, load])).toEqual([7]);
    expect(metricsIn([load, { ...load, definitionId: 9 }])).toEqual([0]);
    expect(metricsIn([bytes])).toEqual([0]);
  });

  it('begins with the metric or expression of a link, if there is such a metric', () => {
    const free = { ...METRICS[0]!, definitionId: 8, unit: 'B' };
    expect(newDefinition([free], { metric: 8 }).conditions).toEqual([newCondition('THRESHOLD', 8)]);
    expect(newDefinition([free], { metric: 9 })).toBe(NEW_DEFINITION);
    expect(newDefinition([free], { expression: 'up == 0' }).conditions).toEqual([
      { ...newCondition('EXPRESSION'), option: 'up == 0' },
    ]);
  });

  it('fires once until it has recovered, unless its conditions cannot recover', () => {
    const disk = { ...NEW_DEFINITION, conditions: DRAFT.conditions };
    expect(getFiring(disk)).toBe('RECOVERING');
    expect(toDefinition(disk, METRICS)).toMatchObject({ dampeningCategory: 'NONE', onceUntilRecovered: true });
    const events = { ...NEW_DEFINITION, conditions: [newCondition('EVENT')] };
    expect([canRecover(events), getFiring(events)]).toEqual([false, 'NONE']);
    expect({ ...disk, ...toDampening('ONCE') }).toMatchObject({ dampeningCategory: 'ONCE', onceUntilRecovered: false });
  });

  it('keeps a definition disabled that its own alert disabled', () => {
    const stored = { ...STORED, enabled: false, disabledByAlert: true };
    const [change] = listChanges(stored, { ...draftOfDefinition(stored, METRICS), priority: 'HIGH' }, METRICS);
    expect(change!.operation.init).toMatchObject({ body: { enabled: false, disabledByAlert: true } });
  });

  it('changes nothing while nothing is changed', () => {
    expect(listChanges(STORED, DRAFT, METRICS)).toEqual([]);
  });

  it('replaces what was changed, adds what is new, and deletes what was removed', () => {
    const [condition] = DRAFT.conditions;
    const draft = {
      ...DRAFT,
      priority: 'HIGH' as const,
      conditions: [{ ...condition!, threshold: '80' }, newCondition('AVAILABILITY')],
      notifications: [],
    };

    expect(listChanges(STORED, draft, METRICS)).toEqual([
      {
        of: { kind: 'settings', name: '' },
        operation: {
          method: 'put',
          path: '/rest/alert/definition/{id}',
          init: { path: { id: 5 }, body: expect.objectContaining({ priority: 'HIGH' }) as unknown },
        },
      },
      {
        of: { kind: 'condition', name: '1' },
        operation: {
          method: 'put',
          path: '/rest/alert/condition/{cid}',
          init: {
            path: { cid: 1 },
            body: { category: 'THRESHOLD', measurementDefinition: 7, comparator: '>', threshold: 0.8 },
          },
        },
      },
      {
        of: { kind: 'condition', name: '2' },
        operation: {
          method: 'post',
          path: '/rest/alert/definition/{id}/conditions',
          init: { path: { id: 5 }, body: { category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' } },
        },
      },
      {
        of: { kind: 'removedNotification', name: 'Webhook' },
        operation: { method: 'delete', path: '/rest/alert/notification/{nid}', init: { path: { nid: 2 } } },
      },
    ]);
  });
});
