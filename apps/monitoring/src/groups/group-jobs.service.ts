import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { LOGGER, type Logger } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { type JobRun, JobTasks } from '@wardstone/jobs';
import { GroupCalculationService } from './group-calculation.service';
import { GroupDefinitionQueries } from './group-definition.queries';

/** Calculates the groups of definitions whose interval is over. See rule groups-10. */
@Injectable()
export class GroupJobs implements OnModuleInit {
  constructor(
    private readonly tasks: JobTasks,
    private readonly definitions: GroupDefinitionQueries,
    private readonly calculation: GroupCalculationService,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.tasks.every({ name: 'group.calculate', schedule: '* * * * *' }, (run) => this.calculateDue(run));
  }

  /** One that fails does not keep the others from their turn. */
  async calculateDue({ signal }: Pick<JobRun, 'signal'>): Promise<void> {
    for (const { id, name } of await this.definitions.listDue(this.clock.now())) {
      if (signal.aborted) return;
      try {
        await this.calculation.calculate(id);
      } catch (error) {
        this.logger.warn({ error, definition: id, name }, 'the groups of a definition could not be calculated');
      }
    }
  }
}
