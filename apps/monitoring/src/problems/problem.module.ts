import { Module } from '@nestjs/common';
import { AlertStateModule } from '../alert-state/alert-state.module';
import { ProblemController } from './problem.controller';
import { ProblemQueries } from './problem.queries';
import { ProblemService } from './problem.service';

/** Present problems: open alerts, resources that are down, and failed operations. */
@Module({
  imports: [AlertStateModule],
  controllers: [ProblemController],
  providers: [ProblemService, ProblemQueries],
  exports: [ProblemService],
})
export class ProblemModule {}
