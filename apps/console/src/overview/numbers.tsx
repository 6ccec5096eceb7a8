import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Loaded } from '../parts/loaded';
import { overviewTexts as texts } from '../texts/overview';
import { partTexts } from '../texts/parts';
import { Panel } from './panel';
import { totalsOf } from './totals';
import { COUNTED, PRIORITIES, useAvailability, useOpenAlerts, usePolicies } from './use-overview';

interface NumberShown {
  count: number;
  label: string;
  /** The list of what was counted. */
  to: string;
  tone: 'bad' | 'warn' | 'good' | 'plain';
}

const TONES = { DOWN: 'bad', UNKNOWN: 'warn', UP: 'good', high: 'bad', medium: 'warn', low: 'plain' } as const;

/** Resources up and down. */
export function ResourceNumbers(): ReactNode {
  const query = useAvailability();
  return (
    <Panel title={texts.resources.title} more={{ to: '/inventory', label: texts.resources.all }}>
      <Loaded query={query} lines={2}>
        {(counts) => (
          <Numbers
            numbers={COUNTED.map((availability) => ({
              count: counts[availability],
              label: partTexts.availability[availability]!,
              to: `/inventory?availability=${availability}`,
              tone: TONES[availability],
            }))}
          />
        )}
      </Loaded>
    </Panel>
  );
}

/** Open alerts by priority. */
export function AlertNumbers(): ReactNode {
  const query = useOpenAlerts();
  return (
    <Panel title={texts.alerts.title} more={{ to: '/alerts', label: texts.alerts.all }}>
      <Loaded query={query} lines={2}>
        {(counts) => (
          <Numbers
            numbers={PRIORITIES.map((priority) => ({
              count: counts[priority],
              label: partTexts.priorities[priority]!,
              to: `/alerts?acknowledged=false&prio=${priority}`,
              tone: TONES[priority],
            }))}
          />
        )}
      </Loaded>
    </Panel>
  );
}

/** Policies, and systems that do not comply with them or never reported. */
export function SystemNumbers(): ReactNode {
  const query = usePolicies();
  return (
    <Panel title={texts.systems.title} more={{ to: '/compliance', label: texts.systems.all }}>
      <Loaded query={query} lines={2}>
        {({ rows, total }) => {
          const { below, silent } = totalsOf(rows);
          return (
            <>
              <Numbers
                numbers={[
                  { count: below, label: texts.systems.below, to: '/problems?kind=compliance', tone: 'bad' },
                  { count: silent, label: texts.systems.silent, to: '/compliance/systems', tone: 'warn' },
                  { count: total, label: texts.systems.policies, to: '/compliance', tone: 'plain' },
                ]}
              />
              {total > rows.length && <p className="hint">{texts.systems.ofWorst(rows.length)}</p>}
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
}

function Numbers({ numbers }: { numbers: readonly NumberShown[] }): ReactNode {
  return (
    <ul className="numbers">
      {numbers.map(({ count, label, to, tone }) => (
        <li key={label}>
          <Link to={to} className={count === 0 && tone !== 'good' ? 'plain' : tone}>
            <strong>{count}</strong>
            <span>{label}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
