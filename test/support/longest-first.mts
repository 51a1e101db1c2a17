// The order of the test files: what takes longest begins first, so that no worker waits for another in the end.
import { relative, sep } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * These start processes or make vaults by the hundred. Without a run before this one nothing else tells how long a file
 * takes.
 */
const LONG =
  /^test\/(?:bench|cli|crash|docs|dream|extract|fix|forget|inbox|memory|models|nights|tags|two-clones|year)\//;

export class LongestFirst extends BaseSequencer {
  /**
   * By the times of the last run, where they are known. Files with a process of their own come first: between others
   * each would end a process that the others share.
   */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ project, moduleId }: TestSpecification): number => {
      if (project.config.isolate) return 0;
      return LONG.test(relative(project.config.root, moduleId).replaceAll(sep, '/')) ? 1 : 2;
    };
    return sorted
      .map((file) => ({ file, rank: rank(file) }))
      .sort((one, other) => one.rank - other.rank)
      .map(({ file }) => file);
  }
}
