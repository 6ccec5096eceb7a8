import type { LabelProps } from '@patternfly/react-core';
import type { WaiverRecord } from '@wardstone/client/compliance';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Status } from '../parts/values';
import { waiverTexts as texts } from '../texts/waivers';

/** The page of a waiver. Pure. */
export const pageOfWaiver = (id: string): string => `/compliance/exceptions/${id}`;

const STATUS_OF_STATE: Readonly<Record<WaiverRecord['state'], LabelProps['status']>> = {
  requested: 'info',
  approved: 'success',
  rejected: 'danger',
  withdrawn: undefined,
  expired: undefined,
  planned: 'info',
  overdue: 'warning',
};

export function WaiverState({ waiver: { state, expires_soon: isEnding } }: { waiver: WaiverRecord }): ReactNode {
  if (isEnding) return <Status kind="warning">{texts.states.soon}</Status>;
  return <Status kind={STATUS_OF_STATE[state]}>{texts.states[state]}</Status>;
}

interface WaiverScopeProps {
  waiver: WaiverRecord;
  /** Whether to name each system. */
  isWhole?: boolean;
}

/** Scope of a waiver: the intersection of its parts. */
export function WaiverScope({ waiver, isWhole = false }: WaiverScopeProps): ReactNode {
  const { policy_id: policy, policy_title: title, system_ids: ids, group_id: group, group_name: name } = waiver;
  return (
    <>
      {policy === null ? texts.anyPolicy : <Link to={`/compliance/policies/${policy}`}>{title ?? policy}</Link>}
      {': '}
      {ids !== null ? (
        <Systems waiver={waiver} isWhole={isWhole || ids.length === 1} />
      ) : (
        group === null && texts.allSystems
      )}
      {group !== null && ` ${texts.inGroup(name ?? group)}`}
    </>
  );
}

function Systems({ waiver: { system_ids: ids, systems }, isWhole }: WaiverScopeProps): ReactNode {
  const count = ids?.length ?? 0;
  if (!isWhole) return texts.systems(count);
  return (
    <>
      {systems.map(({ id, display_name: name }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <Link to={`/compliance/systems/${id}`}>{name}</Link>
        </span>
      ))}
      {count > systems.length && ` ${texts.more(count - systems.length)}`}
    </>
  );
}
