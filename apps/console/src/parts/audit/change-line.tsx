import type { AuditEventBody } from '@wardstone/client/gateway';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { auditTexts as texts } from '../../texts/audit';
import { Time } from '../values';
import { type ChangedValue, toChange, describeChange, changedPage } from './change';
import { changeText } from './change-text';

type Event = Pick<AuditEventBody, 'method' | 'target' | 'facts'>;

/** A change with old and new values, e.g. `Policy changed: CIS · threshold from 90 to 95`; only the new one of what had none. */
export function ChangeLine({ event: { method, target, facts } }: { event: Event }): ReactNode {
  const path = target.split('?', 1)[0]!;
  const change = toChange(facts);
  if (!change) {
    const text = changeText(method, path);
    return <span title={`${method} ${path}`}>{text ?? <code className="text">{`${method} ${path}`}</code>}</span>;
  }
  const { thing, changes, more } = change;
  const page = changedPage(method, thing);
  return (
    <span title={`${method} ${path}`} className="text">
      {describeChange(method, thing)}: {page === undefined ? thing.name : <Link to={page}>{thing.name}</Link>}
      {changes.map(({ field, from, to }, at) => (
        <span key={at} className="change-values">
          {' · '}
          {from === null ? (
            texts.set(field)
          ) : (
            <>
              {texts.change(field)}{' '}
              <del>
                <Value of={from} />
              </del>{' '}
              {texts.to}
            </>
          )}{' '}
          <ins>
            <Value of={to} />
          </ins>
        </span>
      ))}
      {more > 0 && ` ${texts.more(more)}`}
    </span>
  );
}

function Value({ of }: { of: ChangedValue }): ReactNode {
  return of === null ? texts.none : typeof of === 'string' ? of : <Time at={of.at} />;
}
