import type { ProblemRest } from '@wardstone/client/monitoring';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { PriorityLabel } from '../parts/labels';
import { Loaded } from '../parts/loaded';
import { Place } from '../parts/monitoring/place';
import { keyOf, nameOf, pageOf } from '../parts/monitoring/problem';
import { Ago } from '../parts/time';
import { overviewTexts } from '../texts/overview';
import { Panel } from './panel';
import { useNewProblems } from './use-overview';

const { newest: texts } = overviewTexts;

/** What occurred last, a line for each cause and resource. */
export function NewProblems(): ReactNode {
  const query = useNewProblems();
  return (
    <Panel title={texts.title} more={{ to: '/problems?sort=-lastTime', label: texts.more }}>
      <Loaded query={query} lines={3}>
        {({ rows }) => (rows.length === 0 ? <p>{texts.none}</p> : <ul className="lines">{rows.map(line)}</ul>)}
      </Loaded>
    </Panel>
  );
}

function line(problem: ProblemRest): ReactNode {
  const { severity, hostId, hostName, resourceId, resourceName, count, lastTime } = problem;
  return (
    <li key={keyOf(problem)}>
      <PriorityLabel value={severity} />
      <span>
        <Link to={pageOf(problem)}>{nameOf(problem)}</Link> ·{' '}
        <Place host={{ id: hostId, name: hostName }} resource={{ id: resourceId, name: resourceName }} />
        {count > 1 && ` ${texts.times(count)}`}
      </span>
      {lastTime === 0 ? null : <Ago at={lastTime} />}
    </li>
  );
}
