import { Inject, Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { JobTasks, defineTask } from '@wardstone/jobs';
import { TemplateService } from './template.service';

/** Asked for by the database whenever members of groups or resources in inventory change. */
export const PROPAGATE = defineTask<{ templateId: number }>('alert.propagate');

@Injectable()
export class TemplateJobs implements OnModuleInit {
  constructor(
    @Inject(JobTasks) private readonly tasks: JobTasks,
    @Inject(TemplateService) private readonly templates: TemplateService,
  ) {}

  onModuleInit(): void {
    this.tasks.handle(PROPAGATE, ({ templateId }) => this.templates.followResources(templateId));
  }
}
