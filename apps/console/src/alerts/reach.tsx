import { Alert } from '@patternfly/react-core';
import type { OnCallPersonRest } from '@wardstone/client/monitoring';
import type { ObjectMap } from '@wardstone/dto';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { LIVE, useGet } from '../api/client';
import { Status } from '../parts/values';
import { useMay } from '../api/caller';
import { contactTexts } from '../texts/contacts';
import { onCallTexts as texts } from '../texts/on-call';
import { configText, idsIn } from '../parts/monitoring/sender-draft';

type Person = Pick<OnCallPersonRest, 'login' | 'name' | 'methods' | 'problem'>;

/** The login, after the name if the identity provider states one. */
export function personText({ login, name }: Pick<OnCallPersonRest, 'login' | 'name'>): string {
  return name === undefined ? login : `${name} (${login})`;
}

/** How notifications reach a person, or in red why none does. */
export function ReachMark({ person: { methods, problem } }: { person: Person }): ReactNode {
  if (problem === undefined) return <span className="text small">{methods.join(', ')}</span>;
  return (
    <>
      <Status kind="danger">{texts.unreachable}</Status> <span className="text small">{problem}</span>
    </>
  );
}

/** Loads people by id, with whether notifications reach them; requests nothing without ids. */
export function useReach(ids: readonly number[]): ReadonlyMap<number, OnCallPersonRest> {
  const distinct = [...new Set(ids)].sort((a, b) => a - b);
  const query = useGet('/rest/on-call/person', distinct.length > 0 && { query: { ids: distinct.join(',') } }, LIVE);
  return new Map((query.data ?? []).map((person) => [person.userId, person]));
}

/** Warns about people whom notifications do not reach, with the reason. */
export function UnreachablePeople({ ids }: { ids: readonly number[] }): ReactNode {
  const people = [...useReach(ids).values()].filter(({ reachable }) => !reachable);
  return people.map((person) => <UnreachablePerson key={person.userId} {...person} />);
}

function UnreachablePerson({ problem, ...person }: Person): ReactNode {
  const mayChange = useMay('MANAGE_SECURITY');
  return (
    <Alert variant="danger" isInline title={texts.unreachablePerson(personText(person))}>
      {problem}{' '}
      {mayChange && <Link to={`/contact-methods/${encodeURIComponent(person.login)}`}>{contactTexts.title}</Link>}
    </Alert>
  );
}

interface ReceiverProblemsProps {
  receivers: readonly { senderName: string; config: object }[];
}

/** Warns about users, and the person on call now, whom notifications do not reach. */
export function ReceiverProblems({ receivers }: ReceiverProblemsProps): ReactNode {
  const toConfig = (sender: string, property: string): string[] =>
    receivers
      .filter(({ senderName }) => senderName === sender)
      .map(({ config }) => configText((config as ObjectMap)[property]));
  const users = toConfig('System Users', 'subjectId').flatMap(idsIn).map(Number);
  const rotations = toConfig('On-Call Rotation', 'rotationId').map(Number);
  const onCall = useGet('/rest/on-call/now', rotations.length > 0 && { query: { ps: 1_000 } }, LIVE).data ?? [];
  const unreached = onCall.filter(({ rotationId, current }) => rotations.includes(rotationId) && !current.reachable);
  return (
    <>
      <UnreachablePeople ids={users} />
      {unreached.map(({ rotationId, rotationName, current }) => (
        <Alert
          key={rotationId}
          variant="danger"
          isInline
          title={texts.unreachableOnCall(personText(current), rotationName)}
        >
          {current.problem}
        </Alert>
      ))}
    </>
  );
}
