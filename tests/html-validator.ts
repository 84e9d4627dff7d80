import { type ConfigData, HtmlValidate, StaticConfigLoader } from 'html-validate';

/** Checks whole documents by the HTML standard, with these changes of its rules. */
export function openValidator(rules: ConfigData['rules'] = {}): HtmlValidate {
  const extending = ['html-validate:standard', 'html-validate:document'];
  const loader = new StaticConfigLoader({ root: true, extends: extending, rules });
  const config = loader.getConfigFor('page.html');
  // Otherwise it would be composed again for each page, which takes longer than to check it.
  loader.getConfigFor = () => config;
  return new HtmlValidate(loader);
}
