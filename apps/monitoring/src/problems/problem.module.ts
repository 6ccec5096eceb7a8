import { Module } from '@nestjs/common';
import { AlertStateModule } from '../alert-state/alert-state.module';
import { ProblemController } from './problem.controller';
import { ProblemQueries } from './problem.queries';
import { ProblemService } from './problem.service';

/** Everything that is wrong at present: alerts that are not over, resources that are down, operations that failed. */
@Module({
  imports: [AlertStateModule],
  controllers: [ProblemController],
  providers: [ProblemService, ProblemQueries],
  exports: [ProblemService],
})
export class ProblemModule {}
