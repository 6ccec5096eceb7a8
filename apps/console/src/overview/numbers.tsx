import { numberText } from '@wardstone/units';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSummary } from '../api/monitoring';
import { Loaded } from '../parts/states';
import { overviewTexts as texts } from '../texts/overview';
import { partTexts } from '../texts/parts';
import { problemTexts } from '../texts/problems';
import { Panel } from './panels';
import { allSilentAddress, sumReports } from './totals';
import { usePolicies } from './use-overview';

interface NumberShown {
  count: number;
  label: string;
  /** Link to the list of the counted records. */
  to: string;
  tone: 'bad' | 'warn' | 'good' | 'plain';
}

const AVAILABILITIES = [
  { name: 'down', tone: 'bad' },
  { name: 'unknown', tone: 'warn' },
  { name: 'up', tone: 'good' },
] as const;
const SEVERITIES = [
  { name: 'high', tone: 'bad' },
  { name: 'medium', tone: 'warn' },
  { name: 'low', tone: 'plain' },
] as const;

/** Counts of acknowledged, suppressed and silenced problems, shown beside firing ones. */
const APART = [
  { name: 'acknowledged', label: problemTexts.states.ACKNOWLEDGED },
  { name: 'silenced', label: problemTexts.states.SILENCED },
  { name: 'suppressed', label: problemTexts.states.SUPPRESSED },
  { name: 'recovered', label: problemTexts.recentlyRecovered },
] as const;

/** Number of resources that are up and down. */
export function ResourceNumbers(): ReactNode {
  const query = useSummary();
  return (
    <Panel title={texts.resources.title} more={{ to: '/inventory', label: texts.resources.all }}>
      <Loaded query={query} lines={2}>
        {(counts) => (
          <Numbers
            numbers={AVAILABILITIES.map(({ name, tone }) => ({
              count: counts[name],
              label: partTexts.availability[name.toUpperCase()]!,
              to: `/inventory?availability=${name.toUpperCase()}`,
              tone,
            }))}
          />
        )}
      </Loaded>
    </Panel>
  );
}

/** Firing problems by severity, and other problems by state. */
export function ProblemNumbers(): ReactNode {
  const query = useSummary();
  return (
    <Panel title={texts.problems.title} more={{ to: '/problems', label: texts.problems.all }}>
      <Loaded query={query} lines={2}>
        {(counts) => (
          <>
            <Numbers
              numbers={SEVERITIES.map(({ name, tone }) => ({
                count: counts[name],
                label: partTexts.priorities[name]!,
                to: `/problems?severity=${name}&state=firing`,
                tone,
              }))}
            />
            <ul className="apart">
              {APART.filter(({ name }) => counts[name] > 0).map(({ name, label }) => (
                <li key={name}>
                  <Link to={`/problems?state=${name}`}>{texts.problems.apart(counts[name], label)}</Link>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Panel>
  );
}

/** Policies, and systems that are not compliant or have never reported. */
export function SystemNumbers(): ReactNode {
  const query = usePolicies();
  return (
    <Panel title={texts.systems.title} more={{ to: '/compliance', label: texts.systems.all }}>
      <Loaded query={query} lines={2}>
        {({ rows, total }) => {
          const { below, silent } = sumReports(rows);
          return (
            <>
              <Numbers
                numbers={[
                  { count: below, label: texts.systems.below, to: '/problems/compliance', tone: 'bad' },
                  { count: silent, label: texts.systems.silent, to: allSilentAddress(rows), tone: 'warn' },
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
            <strong>{numberText(count)}</strong>
            <span>{label}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
