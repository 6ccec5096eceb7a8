import { Grid, GridItem, type GridItemProps } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { ConsolePage } from '../parts/page';
import { type ServiceName, useInstalled } from '../api/caller';
import { overviewTexts as texts } from '../texts/overview';
import { Changes, Hosts, NewProblems } from './panels';
import { NextSteps } from './next-steps';
import { ProblemNumbers, ResourceNumbers, SystemNumbers } from './numbers';
import './overview.css';
import { WaitingHosts } from './waiting-hosts';
import { Policies } from './policies';

interface OverviewPanel {
  name: string;
  Panel: () => ReactNode;
  /** Service of the panel; without it, the panel is hidden. */
  service?: ServiceName;
  span: Pick<GridItemProps, 'md' | 'xl' | 'xl2'>;
}

const PANELS: readonly OverviewPanel[] = [
  { name: 'resources', Panel: ResourceNumbers, service: 'monitoring', span: {} },
  { name: 'problems', Panel: ProblemNumbers, service: 'monitoring', span: {} },
  { name: 'systems', Panel: SystemNumbers, service: 'compliance', span: { md: 12, xl: 4 } },
  { name: 'hosts', Panel: Hosts, service: 'monitoring', span: { md: 12, xl: 12, xl2: 5 } },
  { name: 'policies', Panel: Policies, service: 'compliance', span: { md: 12, xl: 12, xl2: 7 } },
  { name: 'new-problems', Panel: NewProblems, service: 'monitoring', span: { md: 12, xl: 12, xl2: 5 } },
  { name: 'changes', Panel: Changes, span: { md: 12, xl: 12, xl2: 7 } },
];

/** Health and compliance at a glance, in at most four requests. */
export default function Overview(): ReactNode {
  const isInstalled = useInstalled();
  return (
    <ConsolePage title={texts.title} className="overview">
      {isInstalled('monitoring') && <WaitingHosts />}
      <NextSteps />
      <Grid hasGutter sm={12} md={6} xl={4}>
        {PANELS.filter(({ service }) => isInstalled(service)).map(({ name, Panel, span }) => (
          <GridItem key={name} {...span}>
            <Panel />
          </GridItem>
        ))}
      </Grid>
    </ConsolePage>
  );
}
