import { Module } from '@nestjs/common';
import { ProblemController } from './problem.controller';
import { ProblemQueries } from './problem.queries';
import { ProblemService } from './problem.service';

/** Everything that requires attention: open alerts, resources that are down, operations that failed. */
@Module({ controllers: [ProblemController], providers: [ProblemService, ProblemQueries] })
export class ProblemModule {}
