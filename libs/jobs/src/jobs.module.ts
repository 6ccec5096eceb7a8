import { type DynamicModule, Inject, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LOGGER, type Logger, Readiness, ServiceMetrics } from '@wardstone/bootstrap';
import { type ConnectionSettings, Database, getPool } from '@wardstone/database';
import { DataSource } from 'typeorm';
import { JobMetrics } from './job-metrics';
import { JobTasks } from './job-tasks';
import { JobWorker } from './job-worker';

export interface JobsOptions {
  connection: ConnectionSettings;
  /** Number of concurrent jobs in this process; 0 leaves them to other replicas. */
  concurrency: number;
}

const OPTIONS = Symbol('JobsOptions');

/** Provides JobTasks to every module of the service, and runs the jobs. */
@Module({})
export class JobsModule implements OnApplicationBootstrap, OnModuleDestroy {
  private worker: JobWorker | undefined;

  constructor(
    @Inject(OPTIONS) private readonly options: JobsOptions,
    private readonly tasks: JobTasks,
    private readonly db: Database,
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly readiness: Readiness,
    private readonly metrics: ServiceMetrics,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  static forRoot(options: JobsOptions): DynamicModule {
    return {
      module: JobsModule,
      global: true,
      providers: [JobTasks, { provide: OPTIONS, useValue: options }],
      exports: [JobTasks],
    };
  }

  async onApplicationBootstrap(): Promise<void> {
    const { connection, concurrency } = this.options;
    const metrics = new JobMetrics(this.metrics.registry, this.db);
    if (concurrency === 0) return;
    const worker = new JobWorker(this.tasks, {
      pool: getPool(this.dataSource),
      connection,
      concurrency,
      log: this.log,
      metrics,
    });
    this.worker = worker;
    await worker.start();
    // oxlint-disable-next-line typescript/require-await -- a check tells by rejecting
    this.readiness.add({ name: 'jobs', check: async () => worker.checkRunning() });
  }

  async onModuleDestroy(): Promise<void> {
    await this.worker?.stop();
  }
}
