import { Grid, GridItem } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { ConsolePage } from '../parts/page';
import { overviewTexts as texts } from '../texts/overview';
import { Changes, Hosts, NewProblems } from './panels';
import { NextSteps } from './next-steps';
import { ProblemNumbers, ResourceNumbers, SystemNumbers } from './numbers';
import './overview.css';
import { WaitingHosts } from './waiting-hosts';
import { Policies } from './policies';

/** Health and compliance at a glance: at most four requests, however much there is. */
export default function Overview(): ReactNode {
  return (
    <ConsolePage title={texts.title} className="overview">
      <WaitingHosts />
      <NextSteps />
      <Grid hasGutter sm={12} md={6} xl={4}>
        <GridItem>
          <ResourceNumbers />
        </GridItem>
        <GridItem>
          <ProblemNumbers />
        </GridItem>
        <GridItem md={12} xl={4}>
          <SystemNumbers />
        </GridItem>
        <GridItem md={12} xl={12} xl2={5}>
          <Hosts />
        </GridItem>
        <GridItem md={12} xl={12} xl2={7}>
          <Policies />
        </GridItem>
        <GridItem md={12} xl={12} xl2={5}>
          <NewProblems />
        </GridItem>
        <GridItem md={12} xl={12} xl2={7}>
          <Changes />
        </GridItem>
      </Grid>
    </ConsolePage>
  );
}
