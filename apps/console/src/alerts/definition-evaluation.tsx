import { Alert } from '@patternfly/react-core';
import type { AlertInstanceRest } from '@wardstone/client/monitoring';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useGet } from '../api/client';
import { column, DataTable } from '../parts/list';
import { Person } from '../parts/person';
import { Part } from '../parts/page';
import { Ago, Facts, Time } from '../parts/values';
import { alertTexts } from '../texts/alerts';

const texts = alertTexts.definition.evaluation;
const EVALUATION = '/rest/alert/definition/{id}/evaluation';
/** Interval of refetching, in ms. */
const REFRESH_MS = 30_000;

const COLUMNS = [
  column<AlertInstanceRest>('state', texts.state, ({ state }) => texts.states[state]),
  column<AlertInstanceRest>('labels', texts.labels, ({ labels }) => labelsText(labels)),
  column<AlertInstanceRest>('value', texts.value, ({ value }) => String(value)),
  column<AlertInstanceRest>('activeTime', texts.since, ({ activeTime }) => <Time at={activeTime} />),
  column<AlertInstanceRest>('resourceName', texts.resource, ({ resourceId, resourceName }) => (
    <Link to={`/inventory/${resourceId}`}>{resourceName}</Link>
  )),
];

/** Status of a definition's expression, with its pending and firing series. */
export function DefinitionEvaluation({ id }: { id: number }): ReactNode {
  const { data } = useGet(EVALUATION, { path: { id } }, { refetchInterval: REFRESH_MS });
  if (!data) return null;
  const { health, problem, author, evaluatedTime, series, settlingUntil, instances } = data;
  return (
    <Part title={texts.title}>
      {problem !== null && (
        <Alert variant={health === 'OFF' ? 'warning' : 'danger'} isInline title={texts.healths[health]}>
          {problem}
        </Alert>
      )}
      {settlingUntil > 0 && (
        <Alert variant="info" isInline title={texts.settling}>
          <Time at={settlingUntil} />
        </Alert>
      )}
      <Facts
        facts={[
          [texts.health, texts.healths[health]],
          [texts.author, author === null ? texts.nobody : <Person key="author" login={author} />],
          [texts.evaluated, evaluatedTime > 0 ? <Ago at={evaluatedTime} /> : texts.never],
          [texts.series, String(series)],
        ]}
      />
      {instances.length > 0 && (
        <DataTable
          label={texts.instances}
          columns={COLUMNS}
          rows={instances}
          toKey={({ labels }) => labelsText(labels)}
        />
      )}
    </Part>
  );
}

function labelsText(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');
}
