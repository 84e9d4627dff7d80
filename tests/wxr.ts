/** A WordPress export with these items: the texts of elements, and `meta` fields. */
export function wxr(
  items: string[],
  head = '<wp:base_blog_url>https://old.example</wp:base_blog_url>',
): string {
  return `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Old town</title><link>https://old.example</link><wp:wxr_version>1.2</wp:wxr_version>${head}
${items.join('\n')}
</channel></rss>`;
}

export type WxrPost = {
  id: number;
  type?: string;
  title?: string;
  link?: string;
  status?: string;
  gmt?: string;
  date?: string;
  content?: string;
  excerpt?: string;
  /** Further elements, as XML. */
  more?: string;
  meta?: Record<string, string | string[]>;
};

const cdata = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;

/** An item of a WordPress export, with what all of them have. */
export function wxrPost({ id, type = 'post', status = 'publish', meta = {}, ...post }: WxrPost): string {
  const metas = Object.entries(meta).flatMap(([key, values]) =>
    [values]
      .flat()
      .map(
        (value) =>
          `<wp:postmeta><wp:meta_key>${cdata(key)}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`,
      ),
  );
  return `<item><title>${cdata(post.title ?? `Post ${id}`)}</title>
<link>${post.link ?? `https://old.example/2024/05/post-${id}/`}</link>
<dc:creator>${cdata('ruth')}</dc:creator>
<content:encoded>${cdata(post.content ?? '<p>Some text.</p>')}</content:encoded>
<excerpt:encoded>${cdata(post.excerpt ?? '')}</excerpt:encoded>
<wp:post_id>${id}</wp:post_id>
<wp:post_date>${cdata(post.date ?? '2024-05-02 08:00:00')}</wp:post_date>
<wp:post_date_gmt>${cdata(post.gmt ?? '2024-05-02 12:00:00')}</wp:post_date_gmt>
<wp:post_name>${cdata(`post-${id}`)}</wp:post_name>
<wp:status>${cdata(status)}</wp:status><wp:post_type>${cdata(type)}</wp:post_type>
${post.more ?? ''}${metas.join('\n')}</item>`;
}
