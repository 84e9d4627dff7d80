/**
 * Features of HTML and CSS that Outlook, Gmail or Apple Mail support only in part or not at all, by their names on
 * caniemail.com, and why the email may use each nevertheless.
 */
export const toleratedSupport: Record<string, string> = {
  'Attribute selector':
    'Only for the dark colors of Outlook on the web ([data-ogsc]). Others keep the light ones.',
  'Class selector': 'Only for dark colors and narrower margins. Every element has its inline style.',
  'Descendant combinator': 'Only for the dark colors of Outlook on the web.',
  '@media': 'Only for dark colors and narrower margins on phones. The column shrinks without it.',
  '!important keyword': 'Only in the style sheet, to override inline styles.',
  '<body> element': 'Gmail and Outlook replace it by a div. A table around everything has the same color.',
  'display:none': 'Hides the preview text. mso-hide, max-height and a font of 1 pixel hide it elsewhere.',
  display:
    'inline-block of the button: Outlook has mso-padding-alt. block of the picture: it has a cell of its own.',
  overflow: 'Of the hidden preview text, which is also hidden by other means.',
  'aria-label attribute': 'Adds to what is read aloud. Without it nothing is missing.',
  'role attribute': 'The same: without it, tables of the layout may be announced as tables.',
  'dir attribute': 'On <html>: programs that drop it find the direction in the text.',
  'border-radius': 'Outlook shows square corners.',
  margin:
    'Only positive margins of headings and paragraphs, and auto for a small picture that its cell centers.',
  padding: 'Outlook supports it on table cells, where it is used. The button has mso-padding-alt.',
  'max-width': 'Outlook gets a table of 600 pixels in a conditional comment.',
  'line-height': 'A conditional style sheet for Outlook sets mso-line-height-rule.',
  'width attribute': 'In pixels on pictures, in percent only on tables.',
  'height attribute': 'In pixels.',
  'font-weight': 'Outlook shows 600 and 700 as bold.',
  border: 'Only lines of 1 and 3 pixels on table cells.',
  'text-decoration': 'Only none. Where it is dropped, links in headings are underlined.',
};
