import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Addition, Operation } from '@wardstone/bootstrap';
import { ProblemQuery, ProblemRest, ProblemSummary } from '@wardstone/dto/monitoring';
import { type ListPage, result } from '@wardstone/media-types';
import { RequestQuery } from '../api/request-query.decorator';
import { STATUS_EXAMPLE } from '../incidents/alert.examples';
import { ProblemService } from './problem.service';

const EXAMPLE: ProblemRest = {
  kind: 'ALERT',
  severity: 'HIGH',
  name: 'Disk almost full',
  definitionId: 10022,
  alertId: 10301,
  resourceId: 10007,
  resourceName: '/',
  hostId: 10001,
  hostName: 'node-137',
  count: 12,
  firstTime: 1_700_000_000_000,
  lastTime: 1_700_000_660_000,
  description: 'Condition 1: Used > 90 % at 2023-11-14T22:24:20.000Z, value 96 %',
  suppresses: 0,
  ...STATUS_EXAMPLE,
};

const SUMMARY_EXAMPLE: ProblemSummary = {
  high: 1,
  medium: 4,
  low: 0,
  acknowledged: 2,
  silenced: 1,
  suppressed: 0,
  recovered: 12,
  down: 2,
  unknown: 0,
  up: 1_620,
  definitions: 3,
  waiting: 1,
  waitingHosts: [{ hostId: 10420, hostName: 'node-201', since: 1_700_000_000_000 }],
  hosts: [
    {
      hostId: 10001,
      hostName: 'node-137',
      high: 1,
      medium: 3,
      low: 0,
      acknowledged: 2,
      held: 1,
      worst: 'Disk almost full',
      worstKind: 'ALERT',
    },
  ],
};

/** See rules problems-1 to problems-3. */
@ApiTags('problem')
@Addition()
@Controller('rest/problem')
export class ProblemController {
  constructor(private readonly problems: ProblemService) {}

  @Get()
  @Operation('List current problems', {
    description:
      'One entry per cause and resource: the open alerts of a definition, a resource that is down, or the failures of an operation in the last seven days that has not succeeded since. By default, firing problems come first (neither acknowledged, silenced nor suppressed), sorted by severity and time. Recovered problems are left out; `state=RECOVERED` lists those of the last 24 hours.',
    access: 'authenticated',
    returns: result('alert', [ProblemRest], { title: 'Problems', example: [EXAMPLE], gzip: true }),
  })
  listProblems(
    @RequestQuery(ProblemQuery) query: ProblemQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<ProblemRest>> {
    return this.problems.list(query, caller);
  }

  @Get('summary')
  @Operation('Get a summary of problems and resources', {
    description:
      'Problems by state, resources by availability, the hosts with the most severe problems, and the hosts waiting for import.',
    access: 'authenticated',
    returns: result('alert', ProblemSummary, { title: 'Summary of problems', example: SUMMARY_EXAMPLE, gzip: true }),
  })
  summarizeProblems(@Caller() caller: CallerIdentity): Promise<ProblemSummary> {
    return this.problems.summarize(caller);
  }
}
