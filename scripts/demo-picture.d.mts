export declare function drawDemo(output: string): string;
