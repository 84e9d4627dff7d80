/** What is used of the generator: it is installed when it is first needed, and its types with it. */
declare module 'swagger-typescript-api' {
  type Options = { spec: object; output: string; fileName: string; enumStyle: 'union'; silent: boolean };

  export function generateApi(options: Options): Promise<unknown>;
}
