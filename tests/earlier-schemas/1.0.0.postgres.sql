-- A PostgreSQL database of Belfry 1.0.0, with rows in every table.
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
CREATE FUNCTION public.count_article() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      declare touched "article_segment"%rowtype; beyond "article_segment"%rowtype;
      begin
        if tg_op = 'INSERT' then 
    for touched in
      update "article_segment" s set "items" = s."items" + total."change" from (
        select place."sort", place."id", sum(changed."change")::integer as "change"
        from (select "sort", "id", sum("change") as "change" from (select "pubDate" as "sort", "id", 1 as "change" from added) each_one
          group by "sort", "id" having sum("change") <> 0) changed
        cross join lateral (
          select "sort", "id" from "article_segment" where ("sort", "id") <= (changed."sort", changed."id")
          order by "sort" desc, "id" desc limit 1) place
        group by place."sort", place."id") total
      where (s."sort", s."id") = (total."sort", total."id") and total."change" <> 0
      returning s."sort", s."id", s."items"
    loop
      if touched."items" = 0 and touched."id" <> '' then
        delete from "article_segment" where "sort" = touched."sort" and "id" = touched."id";
      end if;
      while tg_op = 'INSERT' and touched."items" > 2048 loop
        select "pubDate", "id", touched."items" - 1024 into beyond from "article"
          where ("pubDate", "id") >= (touched."sort", touched."id")
          order by "pubDate", "id" limit 1 offset 1024;
        exit when not found;
        update "article_segment" set "items" = 1024 where "sort" = touched."sort" and "id" = touched."id";
        insert into "article_segment" ("sort", "id", "items") select beyond.*;
        touched := beyond;
      end loop;
    end loop;
        elsif tg_op = 'UPDATE' then 
    for touched in
      update "article_segment" s set "items" = s."items" + total."change" from (
        select place."sort", place."id", sum(changed."change")::integer as "change"
        from (select "sort", "id", sum("change") as "change" from (select "pubDate" as "sort", "id", 1 as "change" from added union all select "pubDate" as "sort", "id", -1 as "change" from removed) each_one
          group by "sort", "id" having sum("change") <> 0) changed
        cross join lateral (
          select "sort", "id" from "article_segment" where ("sort", "id") <= (changed."sort", changed."id")
          order by "sort" desc, "id" desc limit 1) place
        group by place."sort", place."id") total
      where (s."sort", s."id") = (total."sort", total."id") and total."change" <> 0
      returning s."sort", s."id", s."items"
    loop
      if touched."items" = 0 and touched."id" <> '' then
        delete from "article_segment" where "sort" = touched."sort" and "id" = touched."id";
      end if;
      while tg_op = 'INSERT' and touched."items" > 2048 loop
        select "pubDate", "id", touched."items" - 1024 into beyond from "article"
          where ("pubDate", "id") >= (touched."sort", touched."id")
          order by "pubDate", "id" limit 1 offset 1024;
        exit when not found;
        update "article_segment" set "items" = 1024 where "sort" = touched."sort" and "id" = touched."id";
        insert into "article_segment" ("sort", "id", "items") select beyond.*;
        touched := beyond;
      end loop;
    end loop;
        elsif tg_op = 'DELETE' then 
    for touched in
      update "article_segment" s set "items" = s."items" + total."change" from (
        select place."sort", place."id", sum(changed."change")::integer as "change"
        from (select "sort", "id", sum("change") as "change" from (select "pubDate" as "sort", "id", -1 as "change" from removed) each_one
          group by "sort", "id" having sum("change") <> 0) changed
        cross join lateral (
          select "sort", "id" from "article_segment" where ("sort", "id") <= (changed."sort", changed."id")
          order by "sort" desc, "id" desc limit 1) place
        group by place."sort", place."id") total
      where (s."sort", s."id") = (total."sort", total."id") and total."change" <> 0
      returning s."sort", s."id", s."items"
    loop
      if touched."items" = 0 and touched."id" <> '' then
        delete from "article_segment" where "sort" = touched."sort" and "id" = touched."id";
      end if;
      while tg_op = 'INSERT' and touched."items" > 2048 loop
        select "pubDate", "id", touched."items" - 1024 into beyond from "article"
          where ("pubDate", "id") >= (touched."sort", touched."id")
          order by "pubDate", "id" limit 1 offset 1024;
        exit when not found;
        update "article_segment" set "items" = 1024 where "sort" = touched."sort" and "id" = touched."id";
        insert into "article_segment" ("sort", "id", "items") select beyond.*;
        touched := beyond;
      end loop;
    end loop;
        else
          delete from "article_segment" where "id" <> '';
          update "article_segment" set "items" = 0;
        end if;
        return null;
      end $$;

CREATE FUNCTION public.count_business() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      declare touched "business_segment"%rowtype; beyond "business_segment"%rowtype;
      begin
        if tg_op = 'INSERT' then 
    for touched in
      update "business_segment" s set "items" = s."items" + total."change" from (
        select place."sort", place."id", sum(changed."change")::integer as "change"
        from (select "sort", "id", sum("change") as "change" from (select "nameKey" as "sort", "id", 1 as "change" from added) each_one
          group by "sort", "id" having sum("change") <> 0) changed
        cross join lateral (
          select "sort", "id" from "business_segment" where ("sort", "id") <= (changed."sort", changed."id")
          order by "sort" desc, "id" desc limit 1) place
        group by place."sort", place."id") total
      where (s."sort", s."id") = (total."sort", total."id") and total."change" <> 0
      returning s."sort", s."id", s."items"
    loop
      if touched."items" = 0 and touched."id" <> '' then
        delete from "business_segment" where "sort" = touched."sort" and "id" = touched."id";
      end if;
      while tg_op = 'INSERT' and touched."items" > 2048 loop
        select "nameKey", "id", touched."items" - 1024 into beyond from "business"
          where ("nameKey", "id") >= (touched."sort", touched."id")
          order by "nameKey", "id" limit 1 offset 1024;
        exit when not found;
        update "business_segment" set "items" = 1024 where "sort" = touched."sort" and "id" = touched."id";
        insert into "business_segment" ("sort", "id", "items") select beyond.*;
        touched := beyond;
      end loop;
    end loop;
        elsif tg_op = 'UPDATE' then 
    for touched in
      update "business_segment" s set "items" = s."items" + total."change" from (
        select place."sort", place."id", sum(changed."change")::integer as "change"
        from (select "sort", "id", sum("change") as "change" from (select "nameKey" as "sort", "id", 1 as "change" from added union all select "nameKey" as "sort", "id", -1 as "change" from removed) each_one
          group by "sort", "id" having sum("change") <> 0) changed
        cross join lateral (
          select "sort", "id" from "business_segment" where ("sort", "id") <= (changed."sort", changed."id")
          order by "sort" desc, "id" desc limit 1) place
        group by place."sort", place."id") total
      where (s."sort", s."id") = (total."sort", total."id") and total."change" <> 0
      returning s."sort", s."id", s."items"
    loop
      if touched."items" = 0 and touched."id" <> '' then
        delete from "business_segment" where "sort" = touched."sort" and "id" = touched."id";
      end if;
      while tg_op = 'INSERT' and touched."items" > 2048 loop
        select "nameKey", "id", touched."items" - 1024 into beyond from "business"
          where ("nameKey", "id") >= (touched."sort", touched."id")
          order by "nameKey", "id" limit 1 offset 1024;
        exit when not found;
        update "business_segment" set "items" = 1024 where "sort" = touched."sort" and "id" = touched."id";
        insert into "business_segment" ("sort", "id", "items") select beyond.*;
        touched := beyond;
      end loop;
    end loop;
        elsif tg_op = 'DELETE' then 
    for touched in
      update "business_segment" s set "items" = s."items" + total."change" from (
        select place."sort", place."id", sum(changed."change")::integer as "change"
        from (select "sort", "id", sum("change") as "change" from (select "nameKey" as "sort", "id", -1 as "change" from removed) each_one
          group by "sort", "id" having sum("change") <> 0) changed
        cross join lateral (
          select "sort", "id" from "business_segment" where ("sort", "id") <= (changed."sort", changed."id")
          order by "sort" desc, "id" desc limit 1) place
        group by place."sort", place."id") total
      where (s."sort", s."id") = (total."sort", total."id") and total."change" <> 0
      returning s."sort", s."id", s."items"
    loop
      if touched."items" = 0 and touched."id" <> '' then
        delete from "business_segment" where "sort" = touched."sort" and "id" = touched."id";
      end if;
      while tg_op = 'INSERT' and touched."items" > 2048 loop
        select "nameKey", "id", touched."items" - 1024 into beyond from "business"
          where ("nameKey", "id") >= (touched."sort", touched."id")
          order by "nameKey", "id" limit 1 offset 1024;
        exit when not found;
        update "business_segment" set "items" = 1024 where "sort" = touched."sort" and "id" = touched."id";
        insert into "business_segment" ("sort", "id", "items") select beyond.*;
        touched := beyond;
      end loop;
    end loop;
        else
          delete from "business_segment" where "id" <> '';
          update "business_segment" set "items" = 0;
        end if;
        return null;
      end $$;

CREATE FUNCTION public.count_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      declare touched "event_segment"%rowtype; beyond "event_segment"%rowtype;
      begin
        if tg_op = 'INSERT' then 
    for touched in
      update "event_segment" s set "items" = s."items" + total."change" from (
        select place."sort", place."id", sum(changed."change")::integer as "change"
        from (select "sort", "id", sum("change") as "change" from (select "eventDate" as "sort", "id", 1 as "change" from added) each_one
          group by "sort", "id" having sum("change") <> 0) changed
        cross join lateral (
          select "sort", "id" from "event_segment" where ("sort", "id") <= (changed."sort", changed."id")
          order by "sort" desc, "id" desc limit 1) place
        group by place."sort", place."id") total
      where (s."sort", s."id") = (total."sort", total."id") and total."change" <> 0
      returning s."sort", s."id", s."items"
    loop
      if touched."items" = 0 and touched."id" <> '' then
        delete from "event_segment" where "sort" = touched."sort" and "id" = touched."id";
      end if;
      while tg_op = 'INSERT' and touched."items" > 2048 loop
        select "eventDate", "id", touched."items" - 1024 into beyond from "event"
          where ("eventDate", "id") >= (touched."sort", touched."id")
          order by "eventDate", "id" limit 1 offset 1024;
        exit when not found;
        update "event_segment" set "items" = 1024 where "sort" = touched."sort" and "id" = touched."id";
        insert into "event_segment" ("sort", "id", "items") select beyond.*;
        touched := beyond;
      end loop;
    end loop;
        elsif tg_op = 'UPDATE' then 
    for touched in
      update "event_segment" s set "items" = s."items" + total."change" from (
        select place."sort", place."id", sum(changed."change")::integer as "change"
        from (select "sort", "id", sum("change") as "change" from (select "eventDate" as "sort", "id", 1 as "change" from added union all select "eventDate" as "sort", "id", -1 as "change" from removed) each_one
          group by "sort", "id" having sum("change") <> 0) changed
        cross join lateral (
          select "sort", "id" from "event_segment" where ("sort", "id") <= (changed."sort", changed."id")
          order by "sort" desc, "id" desc limit 1) place
        group by place."sort", place."id") total
      where (s."sort", s."id") = (total."sort", total."id") and total."change" <> 0
      returning s."sort", s."id", s."items"
    loop
      if touched."items" = 0 and touched."id" <> '' then
        delete from "event_segment" where "sort" = touched."sort" and "id" = touched."id";
      end if;
      while tg_op = 'INSERT' and touched."items" > 2048 loop
        select "eventDate", "id", touched."items" - 1024 into beyond from "event"
          where ("eventDate", "id") >= (touched."sort", touched."id")
          order by "eventDate", "id" limit 1 offset 1024;
        exit when not found;
        update "event_segment" set "items" = 1024 where "sort" = touched."sort" and "id" = touched."id";
        insert into "event_segment" ("sort", "id", "items") select beyond.*;
        touched := beyond;
      end loop;
    end loop;
        elsif tg_op = 'DELETE' then 
    for touched in
      update "event_segment" s set "items" = s."items" + total."change" from (
        select place."sort", place."id", sum(changed."change")::integer as "change"
        from (select "sort", "id", sum("change") as "change" from (select "eventDate" as "sort", "id", -1 as "change" from removed) each_one
          group by "sort", "id" having sum("change") <> 0) changed
        cross join lateral (
          select "sort", "id" from "event_segment" where ("sort", "id") <= (changed."sort", changed."id")
          order by "sort" desc, "id" desc limit 1) place
        group by place."sort", place."id") total
      where (s."sort", s."id") = (total."sort", total."id") and total."change" <> 0
      returning s."sort", s."id", s."items"
    loop
      if touched."items" = 0 and touched."id" <> '' then
        delete from "event_segment" where "sort" = touched."sort" and "id" = touched."id";
      end if;
      while tg_op = 'INSERT' and touched."items" > 2048 loop
        select "eventDate", "id", touched."items" - 1024 into beyond from "event"
          where ("eventDate", "id") >= (touched."sort", touched."id")
          order by "eventDate", "id" limit 1 offset 1024;
        exit when not found;
        update "event_segment" set "items" = 1024 where "sort" = touched."sort" and "id" = touched."id";
        insert into "event_segment" ("sort", "id", "items") select beyond.*;
        touched := beyond;
      end loop;
    end loop;
        else
          delete from "event_segment" where "id" <> '';
          update "event_segment" set "items" = 0;
        end if;
        return null;
      end $$;

CREATE FUNCTION public.count_news_item() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      declare touched "news_item_segment"%rowtype; beyond "news_item_segment"%rowtype;
      begin
        if tg_op = 'INSERT' then 
    for touched in
      update "news_item_segment" s set "items" = s."items" + total."change" from (
        select place."sort", place."id", sum(changed."change")::integer as "change"
        from (select "sort", "id", sum("change") as "change" from (select "pubDate" as "sort", "id", 1 as "change" from added) each_one
          group by "sort", "id" having sum("change") <> 0) changed
        cross join lateral (
          select "sort", "id" from "news_item_segment" where ("sort", "id") <= (changed."sort", changed."id")
          order by "sort" desc, "id" desc limit 1) place
        group by place."sort", place."id") total
      where (s."sort", s."id") = (total."sort", total."id") and total."change" <> 0
      returning s."sort", s."id", s."items"
    loop
      if touched."items" = 0 and touched."id" <> '' then
        delete from "news_item_segment" where "sort" = touched."sort" and "id" = touched."id";
      end if;
      while tg_op = 'INSERT' and touched."items" > 2048 loop
        select "pubDate", "id", touched."items" - 1024 into beyond from "news_item"
          where ("pubDate", "id") >= (touched."sort", touched."id")
          order by "pubDate", "id" limit 1 offset 1024;
        exit when not found;
        update "news_item_segment" set "items" = 1024 where "sort" = touched."sort" and "id" = touched."id";
        insert into "news_item_segment" ("sort", "id", "items") select beyond.*;
        touched := beyond;
      end loop;
    end loop;
        elsif tg_op = 'UPDATE' then 
    for touched in
      update "news_item_segment" s set "items" = s."items" + total."change" from (
        select place."sort", place."id", sum(changed."change")::integer as "change"
        from (select "sort", "id", sum("change") as "change" from (select "pubDate" as "sort", "id", 1 as "change" from added union all select "pubDate" as "sort", "id", -1 as "change" from removed) each_one
          group by "sort", "id" having sum("change") <> 0) changed
        cross join lateral (
          select "sort", "id" from "news_item_segment" where ("sort", "id") <= (changed."sort", changed."id")
          order by "sort" desc, "id" desc limit 1) place
        group by place."sort", place."id") total
      where (s."sort", s."id") = (total."sort", total."id") and total."change" <> 0
      returning s."sort", s."id", s."items"
    loop
      if touched."items" = 0 and touched."id" <> '' then
        delete from "news_item_segment" where "sort" = touched."sort" and "id" = touched."id";
      end if;
      while tg_op = 'INSERT' and touched."items" > 2048 loop
        select "pubDate", "id", touched."items" - 1024 into beyond from "news_item"
          where ("pubDate", "id") >= (touched."sort", touched."id")
          order by "pubDate", "id" limit 1 offset 1024;
        exit when not found;
        update "news_item_segment" set "items" = 1024 where "sort" = touched."sort" and "id" = touched."id";
        insert into "news_item_segment" ("sort", "id", "items") select beyond.*;
        touched := beyond;
      end loop;
    end loop;
        elsif tg_op = 'DELETE' then 
    for touched in
      update "news_item_segment" s set "items" = s."items" + total."change" from (
        select place."sort", place."id", sum(changed."change")::integer as "change"
        from (select "sort", "id", sum("change") as "change" from (select "pubDate" as "sort", "id", -1 as "change" from removed) each_one
          group by "sort", "id" having sum("change") <> 0) changed
        cross join lateral (
          select "sort", "id" from "news_item_segment" where ("sort", "id") <= (changed."sort", changed."id")
          order by "sort" desc, "id" desc limit 1) place
        group by place."sort", place."id") total
      where (s."sort", s."id") = (total."sort", total."id") and total."change" <> 0
      returning s."sort", s."id", s."items"
    loop
      if touched."items" = 0 and touched."id" <> '' then
        delete from "news_item_segment" where "sort" = touched."sort" and "id" = touched."id";
      end if;
      while tg_op = 'INSERT' and touched."items" > 2048 loop
        select "pubDate", "id", touched."items" - 1024 into beyond from "news_item"
          where ("pubDate", "id") >= (touched."sort", touched."id")
          order by "pubDate", "id" limit 1 offset 1024;
        exit when not found;
        update "news_item_segment" set "items" = 1024 where "sort" = touched."sort" and "id" = touched."id";
        insert into "news_item_segment" ("sort", "id", "items") select beyond.*;
        touched := beyond;
      end loop;
    end loop;
        else
          delete from "news_item_segment" where "id" <> '';
          update "news_item_segment" set "items" = 0;
        end if;
        return null;
      end $$;

CREATE FUNCTION public.count_poll() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      declare touched "poll_segment"%rowtype; beyond "poll_segment"%rowtype;
      begin
        if tg_op = 'INSERT' then 
    for touched in
      update "poll_segment" s set "items" = s."items" + total."change" from (
        select place."sort", place."id", sum(changed."change")::integer as "change"
        from (select "sort", "id", sum("change") as "change" from (select "titleKey" as "sort", "id", 1 as "change" from added) each_one
          group by "sort", "id" having sum("change") <> 0) changed
        cross join lateral (
          select "sort", "id" from "poll_segment" where ("sort", "id") <= (changed."sort", changed."id")
          order by "sort" desc, "id" desc limit 1) place
        group by place."sort", place."id") total
      where (s."sort", s."id") = (total."sort", total."id") and total."change" <> 0
      returning s."sort", s."id", s."items"
    loop
      if touched."items" = 0 and touched."id" <> '' then
        delete from "poll_segment" where "sort" = touched."sort" and "id" = touched."id";
      end if;
      while tg_op = 'INSERT' and touched."items" > 2048 loop
        select "titleKey", "id", touched."items" - 1024 into beyond from "poll"
          where ("titleKey", "id") >= (touched."sort", touched."id")
          order by "titleKey", "id" limit 1 offset 1024;
        exit when not found;
        update "poll_segment" set "items" = 1024 where "sort" = touched."sort" and "id" = touched."id";
        insert into "poll_segment" ("sort", "id", "items") select beyond.*;
        touched := beyond;
      end loop;
    end loop;
        elsif tg_op = 'UPDATE' then 
    for touched in
      update "poll_segment" s set "items" = s."items" + total."change" from (
        select place."sort", place."id", sum(changed."change")::integer as "change"
        from (select "sort", "id", sum("change") as "change" from (select "titleKey" as "sort", "id", 1 as "change" from added union all select "titleKey" as "sort", "id", -1 as "change" from removed) each_one
          group by "sort", "id" having sum("change") <> 0) changed
        cross join lateral (
          select "sort", "id" from "poll_segment" where ("sort", "id") <= (changed."sort", changed."id")
          order by "sort" desc, "id" desc limit 1) place
        group by place."sort", place."id") total
      where (s."sort", s."id") = (total."sort", total."id") and total."change" <> 0
      returning s."sort", s."id", s."items"
    loop
      if touched."items" = 0 and touched."id" <> '' then
        delete from "poll_segment" where "sort" = touched."sort" and "id" = touched."id";
      end if;
      while tg_op = 'INSERT' and touched."items" > 2048 loop
        select "titleKey", "id", touched."items" - 1024 into beyond from "poll"
          where ("titleKey", "id") >= (touched."sort", touched."id")
          order by "titleKey", "id" limit 1 offset 1024;
        exit when not found;
        update "poll_segment" set "items" = 1024 where "sort" = touched."sort" and "id" = touched."id";
        insert into "poll_segment" ("sort", "id", "items") select beyond.*;
        touched := beyond;
      end loop;
    end loop;
        elsif tg_op = 'DELETE' then 
    for touched in
      update "poll_segment" s set "items" = s."items" + total."change" from (
        select place."sort", place."id", sum(changed."change")::integer as "change"
        from (select "sort", "id", sum("change") as "change" from (select "titleKey" as "sort", "id", -1 as "change" from removed) each_one
          group by "sort", "id" having sum("change") <> 0) changed
        cross join lateral (
          select "sort", "id" from "poll_segment" where ("sort", "id") <= (changed."sort", changed."id")
          order by "sort" desc, "id" desc limit 1) place
        group by place."sort", place."id") total
      where (s."sort", s."id") = (total."sort", total."id") and total."change" <> 0
      returning s."sort", s."id", s."items"
    loop
      if touched."items" = 0 and touched."id" <> '' then
        delete from "poll_segment" where "sort" = touched."sort" and "id" = touched."id";
      end if;
      while tg_op = 'INSERT' and touched."items" > 2048 loop
        select "titleKey", "id", touched."items" - 1024 into beyond from "poll"
          where ("titleKey", "id") >= (touched."sort", touched."id")
          order by "titleKey", "id" limit 1 offset 1024;
        exit when not found;
        update "poll_segment" set "items" = 1024 where "sort" = touched."sort" and "id" = touched."id";
        insert into "poll_segment" ("sort", "id", "items") select beyond.*;
        touched := beyond;
      end loop;
    end loop;
        else
          delete from "poll_segment" where "id" <> '';
          update "poll_segment" set "items" = 0;
        end if;
        return null;
      end $$;

CREATE FUNCTION public.enter_search_entry() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    declare
      entered bigint;
      words tsvector := setweight(to_tsvector('town_words', new."title"), 'A')
        || to_tsvector('town_words', new."text");
    begin
      delete from search_document where "kind" = new."kind" and "itemId" = new."itemId";
      delete from search_stale where "kind" = new."kind" and "itemId" = new."itemId";
      if new."kind" = 'articles' then
      insert into search_document ("number", "kind", "itemId", "date", "series")
        values (nextval('"article_text_number"'), new."kind", new."itemId", new."date", new."series")
        returning "number" into entered;
      insert into "article_text" ("number", "words") values (entered, words);
    end if;
if new."kind" = 'news' then
      insert into search_document ("number", "kind", "itemId", "date", "series")
        values (nextval('"news_item_text_number"'), new."kind", new."itemId", new."date", new."series")
        returning "number" into entered;
      insert into "news_item_text" ("number", "words") values (entered, words);
    end if;
if new."kind" = 'events' then
      insert into search_document ("number", "kind", "itemId", "date", "series")
        values (nextval('"event_text_number"'), new."kind", new."itemId", new."date", new."series")
        returning "number" into entered;
      insert into "event_text" ("number", "words") values (entered, words);
    end if;
if new."kind" = 'polls' then
      insert into search_document ("number", "kind", "itemId", "date", "series")
        values (nextval('"poll_text_number"'), new."kind", new."itemId", new."date", new."series")
        returning "number" into entered;
      insert into "poll_text" ("number", "words") values (entered, words);
    end if;
if new."kind" = 'businesses' then
      insert into search_document ("number", "kind", "itemId", "date", "series")
        values (nextval('"business_text_number"'), new."kind", new."itemId", new."date", new."series")
        returning "number" into entered;
      insert into "business_text" ("number", "words") values (entered, words);
    end if;
      return new;
    end $$;

CREATE FUNCTION public.erase_newsletter_subscriber() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      if old."address" is not null and new."address" is null then delete from "newsletter_confirmation" where "subscriber" = old."id";update "newsletter_recipient" set "address" = new."addressHash", "reply" = null,
    "state" = case "state" when 'queued' then 'withdrawn' else "state" end where "subscriber" = old."id";update "newsletter_bounce" set "reply" = null where "subscriber" = old."id";update "newsletter_subscriber" set "flag" = null, "bounceReply" = null where "id" = old."id"; end if;
      return null;
    end $$;

CREATE FUNCTION public.keep_all_audit_entry() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      raise exception 'audit_entry is never emptied';
    end $$;

CREATE FUNCTION public.keep_all_suppression_entry() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      raise exception 'suppression_entry is never emptied';
    end $$;

CREATE FUNCTION public.keep_audit_entry() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
    if tg_op = 'UPDATE' and (new."id" is distinct from old."id" or new."at" is distinct from old."at"
      or new."actor" is distinct from old."actor" or new."actorId" is distinct from old."actorId"
      or new."action" is distinct from old."action" or new."subject" is distinct from old."subject"
      or new."count" < old."count"
      or (new."address" is not null and new."address" is distinct from old."address")) then
      raise exception 'audit_entry is never changed';
    end if;
    if tg_op = 'DELETE' and old."at" > (select max("at") from "audit_entry") - 34560000000
      and (old."actor" not in ('visitor', 'member')
        or old."at" > (select max("at") from "audit_entry") - 2592000000) then
      raise exception 'audit_entry is kept 400 days';
    end if;
    return case when tg_op = 'DELETE' then old else new end;
  end $$;

CREATE FUNCTION public.keep_suppression_entry() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
    if tg_op = 'UPDATE' and (new."id" is distinct from old."id" or new."at" is distinct from old."at"
      or new."userId" is distinct from old."userId" or new."what" is not null) then
      raise exception 'suppression_entry is never changed';
    end if;
    if tg_op = 'DELETE' and old.at > (select max(at) from "suppression_entry") - 3153600000000 then
      raise exception 'suppression_entry is kept 36500 days';
    end if;
    return case when tg_op = 'DELETE' then old else new end;
  end $$;

CREATE FUNCTION public.leave_newsletter() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      delete from "newsletter_member_stale" where "userId" = old."id";update "newsletter_subscriber"
    set "stateAt" = case "state" when 'unsubscribed' then "stateAt" else (extract(epoch from clock_timestamp()) * 1000)::bigint end,
      "reason" = case "state" when 'unsubscribed' then "reason" else 'account' end,
      "state" = 'unsubscribed', "address" = null, "userId" = null
    where "userId" = old."id";
      return null;
    end $$;

CREATE FUNCTION public.list_article() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      if tg_op = 'TRUNCATE' then
        delete from search_document where "kind" = 'articles';
        delete from search_stale where "kind" = 'articles';
      elsif tg_op = 'DELETE' then delete from search_document where "kind" = 'articles' and "itemId" = old."id";
   delete from search_stale where "kind" = 'articles' and "itemId" = old."id";
      elsif not (true) then delete from search_document where "kind" = 'articles' and "itemId" = new."id";
   delete from search_stale where "kind" = 'articles' and "itemId" = new."id";
      elsif new."title" is distinct from old."title" or new."description" is distinct from old."description" or new."sourceName" is distinct from old."sourceName" or new."pubDate" is distinct from old."pubDate" or new."deck" is distinct from old."deck" or new."hasDeck" is distinct from old."hasDeck" or new."byline" is distinct from old."byline" or new."tags" is distinct from old."tags" or new."corrections" is distinct from old."corrections" then insert into search_stale ("kind", "itemId", "date")
  values ('articles', new."id", new."pubDate") on conflict do nothing;
      end if;
      return null;
    end $$;

CREATE FUNCTION public.list_business() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      if tg_op = 'TRUNCATE' then
        delete from search_document where "kind" = 'businesses';
        delete from search_stale where "kind" = 'businesses';
      elsif tg_op = 'DELETE' then delete from search_document where "kind" = 'businesses' and "itemId" = old."id";
   delete from search_stale where "kind" = 'businesses' and "itemId" = old."id";
      elsif not (true) then delete from search_document where "kind" = 'businesses' and "itemId" = new."id";
   delete from search_stale where "kind" = 'businesses' and "itemId" = new."id";
      elsif new."name" is distinct from old."name" or new."category" is distinct from old."category" or new."description" is distinct from old."description" or new."address" is distinct from old."address" or new."createdAt" is distinct from old."createdAt" then insert into search_stale ("kind", "itemId", "date")
  values ('businesses', new."id", new."createdAt") on conflict do nothing;
      end if;
      return null;
    end $$;

CREATE FUNCTION public.list_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      if tg_op = 'TRUNCATE' then
        delete from search_document where "kind" = 'events';
        delete from search_stale where "kind" = 'events';
      elsif tg_op = 'DELETE' then delete from search_document where "kind" = 'events' and "itemId" = old."id";
   delete from search_stale where "kind" = 'events' and "itemId" = old."id";
      elsif not (true) then delete from search_document where "kind" = 'events' and "itemId" = new."id";
   delete from search_stale where "kind" = 'events' and "itemId" = new."id";
      elsif new."title" is distinct from old."title" or new."description" is distinct from old."description" or new."eventLocation" is distinct from old."eventLocation" or new."eventDate" is distinct from old."eventDate" then insert into search_stale ("kind", "itemId", "date")
  values ('events', new."id", new."eventDate") on conflict do nothing;
      end if;
      return null;
    end $$;

CREATE FUNCTION public.list_new_article() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      insert into search_stale ("kind", "itemId", "date")
        select 'articles', item."id", item."pubDate" from added item where true
        on conflict do nothing;
      return null;
    end $$;

CREATE FUNCTION public.list_new_business() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      insert into search_stale ("kind", "itemId", "date")
        select 'businesses', item."id", item."createdAt" from added item where true
        on conflict do nothing;
      return null;
    end $$;

CREATE FUNCTION public.list_new_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      insert into search_stale ("kind", "itemId", "date")
        select 'events', item."id", item."eventDate" from added item where true
        on conflict do nothing;
      return null;
    end $$;

CREATE FUNCTION public.list_new_news_item() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      insert into search_stale ("kind", "itemId", "date")
        select 'news', item."id", item."pubDate" from added item where true
        on conflict do nothing;
      return null;
    end $$;

CREATE FUNCTION public.list_new_poll() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      insert into search_stale ("kind", "itemId", "date")
        select 'polls', item."id", item."createdAt" from added item where item."archived" = 0
        on conflict do nothing;
      return null;
    end $$;

CREATE FUNCTION public.list_news_item() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      if tg_op = 'TRUNCATE' then
        delete from search_document where "kind" = 'news';
        delete from search_stale where "kind" = 'news';
      elsif tg_op = 'DELETE' then delete from search_document where "kind" = 'news' and "itemId" = old."id";
   delete from search_stale where "kind" = 'news' and "itemId" = old."id";
      elsif not (true) then delete from search_document where "kind" = 'news' and "itemId" = new."id";
   delete from search_stale where "kind" = 'news' and "itemId" = new."id";
      elsif new."title" is distinct from old."title" or new."description" is distinct from old."description" or new."sourceName" is distinct from old."sourceName" or new."pubDate" is distinct from old."pubDate" then insert into search_stale ("kind", "itemId", "date")
  values ('news', new."id", new."pubDate") on conflict do nothing;
      end if;
      return null;
    end $$;

CREATE FUNCTION public.list_poll() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      if tg_op = 'TRUNCATE' then
        delete from search_document where "kind" = 'polls';
        delete from search_stale where "kind" = 'polls';
      elsif tg_op = 'DELETE' then delete from search_document where "kind" = 'polls' and "itemId" = old."id";
   delete from search_stale where "kind" = 'polls' and "itemId" = old."id";
      elsif not (new."archived" = 0) then delete from search_document where "kind" = 'polls' and "itemId" = new."id";
   delete from search_stale where "kind" = 'polls' and "itemId" = new."id";
      elsif new."title" is distinct from old."title" or new."description" is distinct from old."description" or new."createdAt" is distinct from old."createdAt" or new."archived" is distinct from old."archived" then insert into search_stale ("kind", "itemId", "date")
  values ('polls', new."id", new."createdAt") on conflict do nothing;
      end if;
      return null;
    end $$;

CREATE FUNCTION public.list_poll_option() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      if tg_op = 'UPDATE' and new."text" is not distinct from old."text" then return null; end if;
      if tg_op = 'DELETE' then insert into search_stale ("kind", "itemId", "date")
    select 'polls', "id", "createdAt" from "poll" where "id" = old."pollId" and "archived" = 0
    on conflict do nothing;
      else insert into search_stale ("kind", "itemId", "date")
    select 'polls', "id", "createdAt" from "poll" where "id" = new."pollId" and "archived" = 0
    on conflict do nothing; end if;
      return null;
    end $$;

CREATE FUNCTION public.note_newsletter_subscriber() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
    if (new."state" <> old."state" and new."state" <> 'waiting')
  or (new."address" is null and old."address" is not null) then
      insert into "suppression_entry" ("id", "at", "userId", "what")
    select lpad(at::text, 15, '0') || '-' ||
      lpad((select count(*) from "suppression_entry" j where j."at" = moment.at)::text, 6, '0') || '-' ||
      substr(md5(random()::text), 1, 8), at, 'newsletter:' || new."addressHash", case when new."address" is null then 'erased' when new."state" = 'active' then 'in' else 'out' end
    from (select greatest((extract(epoch from clock_timestamp()) * 1000)::bigint,
      (select max("at") from "suppression_entry")) as at) moment;
    end if;
    return null;
  end $$;

CREATE FUNCTION public.note_pictures_of_article() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      if tg_op <> 'INSERT' and (old."picture" is not null or position('/media/' in old."description") > 0) then insert into "picture_use_stale" ("collection", "itemId") values ('articles', old."id") on conflict do nothing; end if;
      if tg_op <> 'DELETE' and (new."picture" is not null or position('/media/' in new."description") > 0) then insert into "picture_use_stale" ("collection", "itemId") values ('articles', new."id") on conflict do nothing; end if;
      return null;
    end $$;

CREATE FUNCTION public.note_pictures_of_business() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      if tg_op <> 'INSERT' and (old."picture" is not null or position('/media/' in old."description") > 0) then insert into "picture_use_stale" ("collection", "itemId") values ('businesses', old."id") on conflict do nothing; end if;
      if tg_op <> 'DELETE' and (new."picture" is not null or position('/media/' in new."description") > 0) then insert into "picture_use_stale" ("collection", "itemId") values ('businesses', new."id") on conflict do nothing; end if;
      return null;
    end $$;

CREATE FUNCTION public.note_pictures_of_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      if tg_op <> 'INSERT' and (old."picture" is not null or position('/media/' in old."description") > 0) then insert into "picture_use_stale" ("collection", "itemId") values ('events', old."id") on conflict do nothing; end if;
      if tg_op <> 'DELETE' and (new."picture" is not null or position('/media/' in new."description") > 0) then insert into "picture_use_stale" ("collection", "itemId") values ('events', new."id") on conflict do nothing; end if;
      return null;
    end $$;

CREATE FUNCTION public.note_pictures_of_item_version() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      if tg_op <> 'INSERT' and (position('/media/' in old."item") > 0 or position('"picture":"' in old."item") > 0) then insert into "picture_use_stale" ("collection", "itemId") values (old."collection", old."id") on conflict do nothing; end if;
      if tg_op <> 'DELETE' and (position('/media/' in new."item") > 0 or position('"picture":"' in new."item") > 0) then insert into "picture_use_stale" ("collection", "itemId") values (new."collection", new."id") on conflict do nothing; end if;
      return null;
    end $$;

CREATE FUNCTION public.note_pictures_of_news_item() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      if tg_op <> 'INSERT' and (old."picture" is not null or position('/media/' in old."description") > 0) then insert into "picture_use_stale" ("collection", "itemId") values ('news', old."id") on conflict do nothing; end if;
      if tg_op <> 'DELETE' and (new."picture" is not null or position('/media/' in new."description") > 0) then insert into "picture_use_stale" ("collection", "itemId") values ('news', new."id") on conflict do nothing; end if;
      return null;
    end $$;

CREATE FUNCTION public.note_pictures_of_poll() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      if tg_op <> 'INSERT' and (old."picture" is not null or position('/media/' in old."description") > 0) then insert into "picture_use_stale" ("collection", "itemId") values ('polls', old."id") on conflict do nothing; end if;
      if tg_op <> 'DELETE' and (new."picture" is not null or position('/media/' in new."description") > 0) then insert into "picture_use_stale" ("collection", "itemId") values ('polls', new."id") on conflict do nothing; end if;
      return null;
    end $$;

CREATE FUNCTION public.note_pictures_of_trash_item() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
    if tg_op = 'INSERT' then insert into "picture_use_stale" ("collection", "itemId") values (new."collection", new."itemId") on conflict do nothing; else insert into "picture_use_stale" ("collection", "itemId") values (old."collection", old."itemId") on conflict do nothing; end if;
    return null;
  end $$;

CREATE FUNCTION public.note_site_user() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
    if tg_op = 'DELETE' then insert into "suppression_entry" ("id", "at", "userId", "what")
    select lpad(at::text, 15, '0') || '-' ||
      lpad((select count(*) from "suppression_entry" j where j."at" = moment.at)::text, 6, '0') || '-' ||
      substr(md5(random()::text), 1, 8), at, old."id", 'left'
    from (select greatest((extract(epoch from clock_timestamp()) * 1000)::bigint,
      (select max("at") from "suppression_entry")) as at) moment;
    elsif new."newsletterOptIn" <> old."newsletterOptIn" then
      insert into "suppression_entry" ("id", "at", "userId", "what")
    select lpad(at::text, 15, '0') || '-' ||
      lpad((select count(*) from "suppression_entry" j where j."at" = moment.at)::text, 6, '0') || '-' ||
      substr(md5(random()::text), 1, 8), at, new."id", case new."newsletterOptIn" when 0 then 'out' else 'in' end
    from (select greatest((extract(epoch from clock_timestamp()) * 1000)::bigint,
      (select max("at") from "suppression_entry")) as at) moment;
    end if;
    return null;
  end $$;

CREATE FUNCTION public.raise_article() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      update collection_revision set revision = revision + 1 where collection = 'articles';
      return null;
    end $$;

CREATE FUNCTION public.raise_business() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      update collection_revision set revision = revision + 1 where collection = 'businesses';
      return null;
    end $$;

CREATE FUNCTION public.raise_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      update collection_revision set revision = revision + 1 where collection = 'events';
      return null;
    end $$;

CREATE FUNCTION public.raise_news_item() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      update collection_revision set revision = revision + 1 where collection = 'news';
      return null;
    end $$;

CREATE FUNCTION public.raise_newsletter_issue() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      update collection_revision set revision = revision + 1 where collection = 'newsletter';
      return null;
    end $$;

CREATE FUNCTION public.raise_newsletter_setting() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      update collection_revision set revision = revision + 1 where collection = 'newsletter';
      return null;
    end $$;

CREATE FUNCTION public.raise_picture() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      update collection_revision set revision = revision + 1 where collection = 'pictures';
      return null;
    end $$;

CREATE FUNCTION public.raise_poll() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      update collection_revision set revision = revision + 1 where collection = 'polls';
      return null;
    end $$;

CREATE FUNCTION public.raise_poll_ballot() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      update collection_revision set revision = revision + 1 where collection = 'votes';
      return null;
    end $$;

CREATE FUNCTION public.raise_poll_option() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      update collection_revision set revision = revision + 1 where collection = 'polls';
      return null;
    end $$;

CREATE FUNCTION public.raise_redirect() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      update collection_revision set revision = revision + 1 where collection = 'redirects';
      return null;
    end $$;

CREATE FUNCTION public.raise_source() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      update collection_revision set revision = revision + 1 where collection = 'sources';
      return null;
    end $$;

CREATE FUNCTION public.raise_source_item() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      update collection_revision set revision = revision + 1 where collection = 'sources';
      return null;
    end $$;

CREATE FUNCTION public.raise_town_setting() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      update collection_revision set revision = revision + 1 where collection = 'town';
      return null;
    end $$;

CREATE FUNCTION public.subscribe_site_user() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      if tg_op <> 'INSERT' then insert into "newsletter_member_stale" ("userId")
    select old."id" where exists (select 1 from "site_user" where "id" = old."id") on conflict do nothing; end if;
      if tg_op <> 'DELETE' then insert into "newsletter_member_stale" ("userId")
    select new."id" where exists (select 1 from "site_user" where "id" = new."id") on conflict do nothing; end if;
      return null;
    end $$;

CREATE FUNCTION public.subscribe_verified_address() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      if tg_op <> 'INSERT' then insert into "newsletter_member_stale" ("userId")
    select old."userId" where exists (select 1 from "site_user" where "id" = old."userId") on conflict do nothing; end if;
      if tg_op <> 'DELETE' then insert into "newsletter_member_stale" ("userId")
    select new."userId" where exists (select 1 from "site_user" where "id" = new."userId") on conflict do nothing; end if;
      return null;
    end $$;

CREATE FUNCTION public.tag_article() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
    if tg_op = 'TRUNCATE' then
      delete from "article_tag";
      return null;
    end if;
    if tg_op <> 'INSERT' then delete from "article_tag" where "articleId" = old."id"; end if;
    if tg_op <> 'DELETE' then
      insert into "article_tag" ("tag", "articleId", "pubDate", "name")
        select pair.value ->> 0, new."id", new."pubDate", pair.value ->> 1
        from jsonb_array_elements(coalesce(new."tags", '[]')::jsonb) pair;
    end if;
    return null;
  end $$;

CREATE FUNCTION public.tell_collection_revision() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
    perform pg_notify('belfry_revisions', '');
    return null;
  end $$;

CREATE TEXT SEARCH DICTIONARY public.town_stems (
    TEMPLATE = pg_catalog.snowball,
    language = 'english' );

CREATE TEXT SEARCH CONFIGURATION public.town_words (
    PARSER = pg_catalog."default" );

ALTER TEXT SEARCH CONFIGURATION public.town_words
    ADD MAPPING FOR asciiword WITH public.town_stems;

ALTER TEXT SEARCH CONFIGURATION public.town_words
    ADD MAPPING FOR word WITH public.town_stems;

ALTER TEXT SEARCH CONFIGURATION public.town_words
    ADD MAPPING FOR numword WITH public.town_stems;

ALTER TEXT SEARCH CONFIGURATION public.town_words
    ADD MAPPING FOR sfloat WITH public.town_stems;

ALTER TEXT SEARCH CONFIGURATION public.town_words
    ADD MAPPING FOR version WITH public.town_stems;

ALTER TEXT SEARCH CONFIGURATION public.town_words
    ADD MAPPING FOR hword_numpart WITH public.town_stems;

ALTER TEXT SEARCH CONFIGURATION public.town_words
    ADD MAPPING FOR hword_part WITH public.town_stems;

ALTER TEXT SEARCH CONFIGURATION public.town_words
    ADD MAPPING FOR hword_asciipart WITH public.town_stems;

ALTER TEXT SEARCH CONFIGURATION public.town_words
    ADD MAPPING FOR numhword WITH public.town_stems;

ALTER TEXT SEARCH CONFIGURATION public.town_words
    ADD MAPPING FOR asciihword WITH public.town_stems;

ALTER TEXT SEARCH CONFIGURATION public.town_words
    ADD MAPPING FOR hword WITH public.town_stems;

ALTER TEXT SEARCH CONFIGURATION public.town_words
    ADD MAPPING FOR "float" WITH public.town_stems;

ALTER TEXT SEARCH CONFIGURATION public.town_words
    ADD MAPPING FOR "int" WITH public.town_stems;

ALTER TEXT SEARCH CONFIGURATION public.town_words
    ADD MAPPING FOR uint WITH public.town_stems;

CREATE TABLE public.address_claim (
    "userId" text NOT NULL COLLATE pg_catalog."C",
    address text NOT NULL COLLATE pg_catalog."C",
    "createdAt" bigint NOT NULL
);

CREATE TABLE public.address_proof (
    "tokenHash" text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    address text NOT NULL COLLATE pg_catalog."C",
    "userId" text COLLATE pg_catalog."C",
    "expiresAt" bigint NOT NULL
);

CREATE TABLE public.api_token (
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    "tokenHash" text NOT NULL COLLATE pg_catalog."C",
    scope text NOT NULL,
    "createdAt" bigint NOT NULL,
    "expiresAt" bigint NOT NULL,
    "lastUsedAt" bigint,
    "revokedAt" bigint
);

CREATE TABLE public.article (
    id text NOT NULL COLLATE pg_catalog."C",
    version integer DEFAULT 1 NOT NULL,
    "createdAt" bigint NOT NULL,
    "updatedAt" bigint NOT NULL,
    "sourceId" text NOT NULL,
    title text NOT NULL,
    link text NOT NULL,
    "pubDate" bigint NOT NULL,
    "sourceName" text NOT NULL,
    "sourceUrl" text NOT NULL,
    deck text NOT NULL,
    image text,
    description text NOT NULL,
    picture text COLLATE pg_catalog."C",
    "hasDeck" integer DEFAULT 0 NOT NULL,
    byline text,
    tags text,
    corrections text,
    pinned integer DEFAULT 0 NOT NULL
);

CREATE TABLE public.article_segment (
    sort bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    items integer NOT NULL
);

CREATE TABLE public.article_tag (
    tag text NOT NULL COLLATE pg_catalog."C",
    "articleId" text NOT NULL COLLATE pg_catalog."C",
    "pubDate" bigint NOT NULL,
    name text NOT NULL
);

CREATE TABLE public.article_text (
    number bigint NOT NULL,
    words tsvector NOT NULL
);

CREATE SEQUENCE public.article_text_number
    START WITH 1099511627777
    INCREMENT BY 1
    MINVALUE 1099511627777
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.article_text_number OWNED BY public.article_text.number;

CREATE TABLE public.audit_entry (
    id text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    actor text NOT NULL,
    "actorId" text,
    action text NOT NULL,
    subject text,
    address text,
    count integer DEFAULT 1 NOT NULL
);

CREATE TABLE public.backup_run (
    id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    "tookMs" bigint NOT NULL,
    file text,
    bytes bigint,
    rows bigint,
    "secondPlace" text,
    trouble text,
    checked text
);

CREATE TABLE public.backup_setting (
    name text NOT NULL COLLATE pg_catalog."C",
    value text NOT NULL
);

CREATE TABLE public.business (
    id text NOT NULL COLLATE pg_catalog."C",
    version integer DEFAULT 1 NOT NULL,
    "createdAt" bigint NOT NULL,
    "updatedAt" bigint NOT NULL,
    name text NOT NULL,
    "nameKey" text NOT NULL COLLATE pg_catalog."C",
    category text NOT NULL,
    address text NOT NULL,
    phone text,
    website text,
    email text,
    "openingHours" text,
    description text NOT NULL,
    picture text COLLATE pg_catalog."C"
);

CREATE TABLE public.business_segment (
    sort text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    items integer NOT NULL
);

CREATE TABLE public.business_text (
    number bigint NOT NULL,
    words tsvector NOT NULL
);

CREATE SEQUENCE public.business_text_number
    START WITH 5497558138881
    INCREMENT BY 1
    MINVALUE 5497558138881
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.business_text_number OWNED BY public.business_text.number;

CREATE TABLE public.collection_revision (
    collection text NOT NULL COLLATE pg_catalog."C",
    revision bigint NOT NULL
);

CREATE TABLE public.event (
    id text NOT NULL COLLATE pg_catalog."C",
    version integer DEFAULT 1 NOT NULL,
    "createdAt" bigint NOT NULL,
    "updatedAt" bigint NOT NULL,
    "sourceId" text NOT NULL,
    title text NOT NULL,
    link text NOT NULL,
    "pubDate" bigint NOT NULL,
    "eventDate" bigint NOT NULL,
    "eventTime" text NOT NULL,
    "eventLocation" text NOT NULL,
    "enclosureUrl" text NOT NULL,
    "enclosureType" text NOT NULL,
    description text NOT NULL,
    "endDate" bigint,
    "allDay" integer DEFAULT 0 NOT NULL,
    status text DEFAULT 'scheduled'::text NOT NULL,
    "statusNote" text,
    "previousDate" bigint,
    category text,
    recurrence text,
    "seriesId" text COLLATE pg_catalog."C",
    "seriesStart" bigint,
    "recurrenceId" bigint,
    picture text COLLATE pg_catalog."C"
);

CREATE TABLE public.event_segment (
    sort bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    items integer NOT NULL
);

CREATE TABLE public.event_text (
    number bigint NOT NULL,
    words tsvector NOT NULL
);

CREATE SEQUENCE public.event_text_number
    START WITH 3298534883329
    INCREMENT BY 1
    MINVALUE 3298534883329
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.event_text_number OWNED BY public.event_text.number;

CREATE TABLE public.feed_topic (
    topic text NOT NULL COLLATE pg_catalog."C",
    looked text DEFAULT ''::text NOT NULL,
    "lookAgainAt" bigint DEFAULT 0 NOT NULL,
    wanted text DEFAULT ''::text NOT NULL,
    announced text DEFAULT ''::text NOT NULL,
    "announcedAt" bigint,
    attempts integer DEFAULT 0 NOT NULL,
    "nextAttemptAt" bigint DEFAULT 0 NOT NULL,
    trouble text
);

CREATE TABLE public.identity (
    "userId" text NOT NULL COLLATE pg_catalog."C",
    issuer text NOT NULL COLLATE pg_catalog."C",
    subject text NOT NULL COLLATE pg_catalog."C",
    "createdAt" bigint NOT NULL
);

CREATE TABLE public.inbox_action (
    number integer NOT NULL,
    batch text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    by text COLLATE pg_catalog."C",
    action text NOT NULL COLLATE pg_catalog."C",
    summary text NOT NULL,
    undo text NOT NULL
);

CREATE TABLE public.inbox_entry (
    id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    collection text NOT NULL COLLATE pg_catalog."C",
    "itemId" text NOT NULL COLLATE pg_catalog."C",
    source text NOT NULL COLLATE pg_catalog."C",
    stack text NOT NULL COLLATE pg_catalog."C",
    title text NOT NULL,
    link text,
    item text,
    changes text,
    "similar" text,
    "startAt" bigint,
    "receivedAt" bigint NOT NULL,
    "snoozedUntil" bigint,
    CONSTRAINT inbox_entry_kind_check CHECK ((kind = ANY (ARRAY['new'::text, 'change'::text])))
);

CREATE TABLE public.item_revision (
    collection text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    revision integer NOT NULL,
    "savedAt" bigint NOT NULL,
    "savedBy" text COLLATE pg_catalog."C",
    "savedByToken" text,
    kind text NOT NULL COLLATE pg_catalog."C",
    publication text NOT NULL COLLATE pg_catalog."C",
    item text NOT NULL,
    session text
);

CREATE TABLE public.item_version (
    collection text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    state text NOT NULL COLLATE pg_catalog."C",
    "publishAt" bigint,
    item text NOT NULL,
    version integer NOT NULL,
    "createdAt" bigint NOT NULL,
    "updatedAt" bigint NOT NULL,
    CONSTRAINT item_version_check CHECK (((state = 'scheduled'::text) = ("publishAt" IS NOT NULL))),
    CONSTRAINT item_version_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'scheduled'::text, 'review'::text, 'earlier'::text, 'deleted'::text])))
);

CREATE TABLE public.job_lease (
    job text NOT NULL COLLATE pg_catalog."C",
    holder text,
    beat bigint NOT NULL
);

CREATE TABLE public.job_request (
    job text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL
);

CREATE TABLE public.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);

CREATE TABLE public.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);

CREATE TABLE public.mail (
    id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    recipient text,
    letter text,
    state text NOT NULL COLLATE pg_catalog."C",
    attempts integer NOT NULL,
    "nextAttemptAt" bigint NOT NULL,
    "queuedAt" bigint NOT NULL,
    "settledAt" bigint,
    trouble text,
    reply text
);

CREATE TABLE public.match_rule (
    kind text NOT NULL COLLATE pg_catalog."C",
    one text NOT NULL COLLATE pg_catalog."C",
    other text NOT NULL COLLATE pg_catalog."C",
    "createdAt" bigint NOT NULL,
    "createdBy" text COLLATE pg_catalog."C",
    CONSTRAINT match_rule_kind_check CHECK ((kind = ANY (ARRAY['never'::text, 'same'::text, 'venue'::text])))
);

CREATE TABLE public.missing_address (
    path text NOT NULL COLLATE pg_catalog."C",
    requests integer NOT NULL,
    "firstAt" bigint NOT NULL,
    "lastAt" bigint NOT NULL,
    ignored integer DEFAULT 0 NOT NULL
);

CREATE TABLE public.move_in (
    id text NOT NULL COLLATE pg_catalog."C",
    state text NOT NULL COLLATE pg_catalog."C",
    wanted text COLLATE pg_catalog."C",
    "createdAt" bigint NOT NULL,
    "createdBy" text COLLATE pg_catalog."C",
    origin text NOT NULL,
    files text NOT NULL,
    options text NOT NULL,
    report text,
    progress text,
    "startedAt" bigint,
    "finishedAt" bigint,
    trouble text,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT move_in_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'reading'::text, 'ready'::text, 'importing'::text, 'stopped'::text, 'done'::text, 'failed'::text, 'undoing'::text, 'undone'::text]))),
    CONSTRAINT move_in_wanted_check CHECK ((wanted = ANY (ARRAY['dry-run'::text, 'import'::text, 'undo'::text])))
);

CREATE TABLE public.move_in_problem (
    "moveIn" text NOT NULL COLLATE pg_catalog."C",
    number integer NOT NULL,
    verdict text NOT NULL COLLATE pg_catalog."C",
    class text NOT NULL COLLATE pg_catalog."C",
    file text NOT NULL,
    record text NOT NULL,
    title text NOT NULL,
    field text NOT NULL,
    problem text NOT NULL,
    CONSTRAINT move_in_problem_verdict_check CHECK ((verdict = ANY (ARRAY['refused'::text, 'doubtful'::text])))
);

CREATE TABLE public.moved_item (
    origin text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    "itemId" text COLLATE pg_catalog."C",
    tag text,
    "takenHash" text,
    "moveIn" text NOT NULL COLLATE pg_catalog."C",
    "createdAt" bigint NOT NULL
);

CREATE TABLE public.news_item (
    id text NOT NULL COLLATE pg_catalog."C",
    version integer DEFAULT 1 NOT NULL,
    "createdAt" bigint NOT NULL,
    "updatedAt" bigint NOT NULL,
    title text NOT NULL,
    "sourceId" text,
    link text NOT NULL,
    "pubDate" bigint NOT NULL,
    "sourceName" text,
    "sourceUrl" text,
    deck text NOT NULL,
    image text,
    description text NOT NULL,
    picture text COLLATE pg_catalog."C"
);

CREATE TABLE public.news_item_segment (
    sort bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    items integer NOT NULL
);

CREATE TABLE public.news_item_text (
    number bigint NOT NULL,
    words tsvector NOT NULL
);

CREATE SEQUENCE public.news_item_text_number
    START WITH 2199023255553
    INCREMENT BY 1
    MINVALUE 2199023255553
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.news_item_text_number OWNED BY public.news_item_text.number;

CREATE TABLE public.newsletter_bounce (
    id text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    subscriber text NOT NULL COLLATE pg_catalog."C",
    issue text COLLATE pg_catalog."C",
    via text NOT NULL COLLATE pg_catalog."C",
    status text COLLATE pg_catalog."C",
    reply text,
    CONSTRAINT newsletter_bounce_kind_check CHECK ((kind = ANY (ARRAY['hard'::text, 'soft'::text, 'complaint'::text])))
);

CREATE TABLE public.newsletter_confirmation (
    "tokenHash" text NOT NULL COLLATE pg_catalog."C",
    subscriber text NOT NULL COLLATE pg_catalog."C",
    address text NOT NULL COLLATE pg_catalog."C",
    "createdAt" bigint NOT NULL,
    "expiresAt" bigint NOT NULL,
    "usedAt" bigint
);

CREATE TABLE public.newsletter_issue (
    id text NOT NULL COLLATE pg_catalog."C",
    number integer,
    occasion text COLLATE pg_catalog."C",
    slug text COLLATE pg_catalog."C",
    audience text NOT NULL COLLATE pg_catalog."C",
    state text NOT NULL COLLATE pg_catalog."C",
    subject text NOT NULL,
    "ownSubject" integer DEFAULT 0 NOT NULL,
    preview text DEFAULT ''::text NOT NULL,
    note text DEFAULT ''::text NOT NULL,
    choices text NOT NULL,
    edition text,
    "sinceAt" bigint NOT NULL,
    "builtAt" bigint NOT NULL,
    unreviewed text COLLATE pg_catalog."C",
    "approvedAt" bigint,
    "sendAt" bigint,
    "startedAt" bigint,
    "finishedAt" bigint,
    "heldAt" bigint,
    "heldFor" text COLLATE pg_catalog."C",
    "endedFor" text COLLATE pg_catalog."C",
    "createdAt" bigint NOT NULL,
    "createdBy" text COLLATE pg_catalog."C",
    version integer NOT NULL,
    CONSTRAINT newsletter_issue_audience_check CHECK ((audience = ANY (ARRAY['weekly'::text, 'daily'::text, 'everyone'::text]))),
    CONSTRAINT newsletter_issue_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'scheduled'::text, 'sending'::text, 'sent'::text, 'expired'::text]))),
    CONSTRAINT newsletter_issue_unreviewed_check CHECK ((unreviewed = ANY (ARRAY['send'::text, 'skip'::text])))
);

CREATE TABLE public.newsletter_link (
    token text NOT NULL COLLATE pg_catalog."C",
    subscriber text NOT NULL COLLATE pg_catalog."C",
    "createdAt" bigint NOT NULL,
    "revokedAt" bigint
);

CREATE TABLE public.newsletter_member_stale (
    "userId" text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE public.newsletter_recipient (
    issue text NOT NULL COLLATE pg_catalog."C",
    address text NOT NULL COLLATE pg_catalog."C",
    subscriber text NOT NULL COLLATE pg_catalog."C",
    topics text NOT NULL COLLATE pg_catalog."C",
    domain text NOT NULL COLLATE pg_catalog."C",
    tag text NOT NULL COLLATE pg_catalog."C",
    state text NOT NULL COLLATE pg_catalog."C",
    attempts integer DEFAULT 0 NOT NULL,
    "nextAttemptAt" bigint DEFAULT 0 NOT NULL,
    "settledAt" bigint,
    trouble text COLLATE pg_catalog."C",
    reply text,
    "unsubscribedAt" bigint,
    CONSTRAINT newsletter_recipient_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'refused'::text, 'unknown'::text, 'bounced'::text, 'withdrawn'::text])))
);

CREATE TABLE public.newsletter_setting (
    name text NOT NULL COLLATE pg_catalog."C",
    value text NOT NULL
);

CREATE TABLE public.newsletter_subscriber (
    id text NOT NULL COLLATE pg_catalog."C",
    address text COLLATE pg_catalog."C",
    "addressHash" text NOT NULL COLLATE pg_catalog."C",
    state text NOT NULL COLLATE pg_catalog."C",
    reason text COLLATE pg_catalog."C",
    "stateAt" bigint NOT NULL,
    topics text NOT NULL COLLATE pg_catalog."C",
    frequency text NOT NULL COLLATE pg_catalog."C",
    "userId" text COLLATE pg_catalog."C",
    flag text COLLATE pg_catalog."C",
    "consentSource" text NOT NULL,
    "consentAt" bigint NOT NULL,
    "createdAt" bigint NOT NULL,
    "softBounces" integer DEFAULT 0 NOT NULL,
    "bouncedAt" bigint,
    "bounceReply" text,
    CONSTRAINT newsletter_subscriber_frequency_check CHECK ((frequency = ANY (ARRAY['weekly'::text, 'daily'::text]))),
    CONSTRAINT newsletter_subscriber_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'active'::text, 'unsubscribed'::text, 'bounced'::text])))
);

CREATE TABLE public.open_form (
    form text NOT NULL COLLATE pg_catalog."C",
    collection text NOT NULL COLLATE pg_catalog."C",
    "itemId" text NOT NULL COLLATE pg_catalog."C",
    "userId" text NOT NULL COLLATE pg_catalog."C",
    "expiresAt" bigint NOT NULL
);

CREATE TABLE public.passkey (
    id text NOT NULL COLLATE pg_catalog."C",
    "credentialId" text NOT NULL COLLATE pg_catalog."C",
    "userId" text NOT NULL COLLATE pg_catalog."C",
    "rpId" text NOT NULL,
    "publicKey" text NOT NULL,
    counter bigint NOT NULL,
    transports text NOT NULL,
    name text NOT NULL,
    "createdAt" bigint NOT NULL,
    "lastUsedAt" bigint
);

CREATE TABLE public.passkey_challenge (
    "challengeHash" text NOT NULL COLLATE pg_catalog."C",
    "expiresAt" bigint NOT NULL
);

CREATE TABLE public.passkey_offer (
    "userId" text NOT NULL COLLATE pg_catalog."C",
    answer text NOT NULL
);

CREATE TABLE public.password (
    "userId" text NOT NULL COLLATE pg_catalog."C",
    hash text NOT NULL COLLATE pg_catalog."C",
    "createdAt" bigint NOT NULL
);

CREATE TABLE public.picture (
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    bytes bigint NOT NULL,
    color text NOT NULL,
    alt text,
    decorative integer DEFAULT 0 NOT NULL,
    caption text,
    credit text,
    "focalPoint" integer DEFAULT 5 NOT NULL,
    words text NOT NULL,
    "createdAt" bigint NOT NULL,
    "updatedAt" bigint NOT NULL,
    "addedBy" text COLLATE pg_catalog."C",
    "addedByToken" text
);

CREATE TABLE public.picture_file (
    name text NOT NULL COLLATE pg_catalog."C",
    picture text NOT NULL COLLATE pg_catalog."C",
    bytes integer NOT NULL,
    sha256 text NOT NULL
);

CREATE TABLE public.picture_idle (
    picture text NOT NULL COLLATE pg_catalog."C",
    since bigint NOT NULL
);

CREATE TABLE public.picture_use (
    collection text NOT NULL COLLATE pg_catalog."C",
    "itemId" text NOT NULL COLLATE pg_catalog."C",
    state text NOT NULL COLLATE pg_catalog."C",
    picture text NOT NULL COLLATE pg_catalog."C",
    place text NOT NULL COLLATE pg_catalog."C",
    title text NOT NULL
);

CREATE TABLE public.picture_use_stale (
    collection text NOT NULL COLLATE pg_catalog."C",
    "itemId" text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE public.poll (
    id text NOT NULL COLLATE pg_catalog."C",
    version integer DEFAULT 1 NOT NULL,
    "createdAt" bigint NOT NULL,
    "updatedAt" bigint NOT NULL,
    title text NOT NULL,
    "titleKey" text NOT NULL COLLATE pg_catalog."C",
    deck text NOT NULL,
    description text NOT NULL,
    voters text DEFAULT 'verified'::text NOT NULL,
    "resultsShown" text DEFAULT 'always'::text NOT NULL,
    "maxChoices" integer DEFAULT 1 NOT NULL,
    "noneOfThese" integer DEFAULT 0 NOT NULL,
    "opensAt" bigint,
    "closesAt" bigint,
    "closedAt" bigint,
    "archivedAt" bigint,
    "endsAt" bigint DEFAULT '9007199254740991'::bigint NOT NULL,
    round integer DEFAULT 1 NOT NULL,
    archived integer DEFAULT 0 NOT NULL,
    picture text COLLATE pg_catalog."C"
);

CREATE TABLE public.poll_ballot (
    "pollId" text NOT NULL COLLATE pg_catalog."C",
    receipt text NOT NULL COLLATE pg_catalog."C",
    round integer NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    choices text NOT NULL COLLATE pg_catalog."C",
    ref text COLLATE pg_catalog."C",
    "position" integer,
    hash text
);

CREATE TABLE public.poll_closing (
    "pollId" text NOT NULL COLLATE pg_catalog."C",
    round integer NOT NULL,
    "closedAt" bigint NOT NULL,
    ballots integer NOT NULL,
    counts text NOT NULL,
    line text NOT NULL,
    head text NOT NULL
);

CREATE TABLE public.poll_key (
    "pollId" text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL
);

CREATE TABLE public.poll_network (
    "pollId" text NOT NULL COLLATE pg_catalog."C",
    network text NOT NULL COLLATE pg_catalog."C",
    voters integer NOT NULL,
    refused integer DEFAULT 0 NOT NULL
);

CREATE TABLE public.poll_note (
    "pollId" text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    number integer NOT NULL,
    text text NOT NULL
);

CREATE TABLE public.poll_option (
    id text NOT NULL COLLATE pg_catalog."C",
    "pollId" text NOT NULL COLLATE pg_catalog."C",
    "position" integer NOT NULL,
    text text NOT NULL,
    "isNone" integer DEFAULT 0 NOT NULL
);

CREATE TABLE public.poll_sealing (
    "pollId" text NOT NULL COLLATE pg_catalog."C",
    phase text NOT NULL
);

CREATE TABLE public.poll_segment (
    sort text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    items integer NOT NULL
);

CREATE TABLE public.poll_text (
    number bigint NOT NULL,
    words tsvector NOT NULL
);

CREATE SEQUENCE public.poll_text_number
    START WITH 4398046511105
    INCREMENT BY 1
    MINVALUE 4398046511105
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.poll_text_number OWNED BY public.poll_text.number;

CREATE TABLE public.poll_voter (
    "pollId" text NOT NULL COLLATE pg_catalog."C",
    voter text NOT NULL COLLATE pg_catalog."C",
    "userId" text COLLATE pg_catalog."C",
    kind text NOT NULL,
    round integer NOT NULL,
    network text,
    "votedAt" bigint NOT NULL
);

CREATE TABLE public.preview_link (
    collection text NOT NULL COLLATE pg_catalog."C",
    "itemId" text NOT NULL COLLATE pg_catalog."C",
    "tokenHash" text NOT NULL COLLATE pg_catalog."C",
    "publicVersion" integer NOT NULL,
    "createdAt" bigint NOT NULL,
    "expiresAt" bigint NOT NULL
);

CREATE TABLE public.recovery_code (
    "codeHash" text NOT NULL COLLATE pg_catalog."C",
    "userId" text NOT NULL COLLATE pg_catalog."C",
    "createdAt" bigint NOT NULL
);

CREATE TABLE public.redirect (
    "fromPath" text NOT NULL COLLATE pg_catalog."C",
    target text NOT NULL,
    "createdAt" bigint NOT NULL,
    "moveIn" text COLLATE pg_catalog."C"
);

CREATE TABLE public.revision_picture (
    collection text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    revision integer NOT NULL,
    picture text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE public.sample_item (
    collection text NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE public.search_document (
    number bigint NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    "itemId" text NOT NULL COLLATE pg_catalog."C",
    date bigint NOT NULL,
    series text COLLATE pg_catalog."C"
);

CREATE VIEW public.search_entry AS
 SELECT search_document.kind,
    search_document."itemId",
    search_document.date,
    search_document.series,
    ''::text AS title,
    ''::text AS text
   FROM public.search_document
  WHERE false;

CREATE TABLE public.search_progress (
    kind text NOT NULL COLLATE pg_catalog."C",
    number bigint NOT NULL
);

CREATE TABLE public.search_stale (
    kind text NOT NULL COLLATE pg_catalog."C",
    "itemId" text NOT NULL COLLATE pg_catalog."C",
    date bigint NOT NULL
);

CREATE TABLE public.search_trigram (
    trigram text NOT NULL COLLATE pg_catalog."C",
    word text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE public.search_word (
    word text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE public.session (
    "userId" text NOT NULL COLLATE pg_catalog."C",
    "tokenHash" text NOT NULL COLLATE pg_catalog."C",
    "createdAt" bigint NOT NULL,
    "lastSeenAt" bigint NOT NULL,
    "provedAt" bigint NOT NULL,
    id text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    device text
);

CREATE TABLE public.setup_link (
    id integer NOT NULL,
    "tokenHash" text NOT NULL,
    "expiresAt" bigint NOT NULL
);

CREATE TABLE public.site_user (
    id text NOT NULL COLLATE pg_catalog."C",
    "newsletterOptIn" integer NOT NULL,
    "createdAt" bigint NOT NULL,
    "disabledAt" bigint,
    name text
);

CREATE TABLE public.source (
    id text NOT NULL COLLATE pg_catalog."C",
    address text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    feeds text NOT NULL COLLATE pg_catalog."C",
    trust text NOT NULL COLLATE pg_catalog."C",
    rank text NOT NULL COLLATE pg_catalog."C",
    zone text,
    every integer NOT NULL,
    site text,
    version integer NOT NULL,
    "createdAt" bigint NOT NULL,
    "createdBy" text COLLATE pg_catalog."C",
    "removedAt" bigint,
    "confirmedAt" bigint,
    CONSTRAINT source_feeds_check CHECK ((feeds = ANY (ARRAY['articles'::text, 'news'::text, 'events'::text]))),
    CONSTRAINT source_rank_check CHECK ((rank = ANY (ARRAY['primary'::text, 'aggregator'::text]))),
    CONSTRAINT source_trust_check CHECK ((trust = ANY (ARRAY['review'::text, 'publish'::text])))
);

CREATE TABLE public.source_check (
    source text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    ms integer NOT NULL,
    outcome text NOT NULL COLLATE pg_catalog."C",
    problem text,
    found integer NOT NULL,
    added integer NOT NULL,
    changed integer NOT NULL,
    missing integer NOT NULL,
    title text,
    collection text COLLATE pg_catalog."C",
    "itemId" text COLLATE pg_catalog."C"
);

CREATE TABLE public.source_day (
    source text NOT NULL COLLATE pg_catalog."C",
    day text NOT NULL COLLATE pg_catalog."C",
    checks integer NOT NULL,
    failed integer NOT NULL,
    added integer NOT NULL
);

CREATE TABLE public.source_item (
    source text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    collection text NOT NULL COLLATE pg_catalog."C",
    "itemId" text NOT NULL COLLATE pg_catalog."C",
    "ownId" text NOT NULL COLLATE pg_catalog."C",
    series text NOT NULL COLLATE pg_catalog."C",
    day text COLLATE pg_catalog."C",
    "startAt" bigint,
    "pubDate" bigint NOT NULL,
    "titleKey" text NOT NULL COLLATE pg_catalog."C",
    "venueKey" text COLLATE pg_catalog."C",
    fields text NOT NULL,
    base text,
    decision text COLLATE pg_catalog."C",
    "firstSeenAt" bigint NOT NULL,
    "absentSince" bigint,
    unconfirmed integer DEFAULT 0 NOT NULL,
    "mergedAt" bigint,
    "mergedBy" text COLLATE pg_catalog."C",
    "mergedFor" text COLLATE pg_catalog."C"
);

CREATE TABLE public.source_match (
    source text NOT NULL COLLATE pg_catalog."C",
    match text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE public.source_state (
    source text NOT NULL COLLATE pg_catalog."C",
    paused integer DEFAULT 0 NOT NULL,
    stopped text COLLATE pg_catalog."C",
    "nextAt" bigint NOT NULL,
    "requestedAt" bigint,
    "checkedAt" bigint,
    "succeededAt" bigint,
    "newAt" bigint,
    failures integer DEFAULT 0 NOT NULL,
    "failingSince" bigint,
    problem text,
    slow integer DEFAULT 0 NOT NULL,
    "emptiedAt" bigint,
    etag text,
    modified text,
    digest text,
    format text,
    "movedTo" text,
    "movedTimes" integer DEFAULT 0 NOT NULL
);

CREATE TABLE public.suppression_entry (
    id text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    "userId" text NOT NULL COLLATE pg_catalog."C",
    what text NOT NULL
);

CREATE TABLE public.throttle (
    subject text NOT NULL COLLATE pg_catalog."C",
    tries integer NOT NULL,
    "blockedUntil" bigint NOT NULL,
    "expiresAt" bigint NOT NULL
);

CREATE TABLE public.town_setting (
    name text NOT NULL,
    value text NOT NULL
);

CREATE TABLE public.trash_item (
    id text NOT NULL COLLATE pg_catalog."C",
    collection text NOT NULL COLLATE pg_catalog."C",
    "itemId" text NOT NULL COLLATE pg_catalog."C",
    state text NOT NULL COLLATE pg_catalog."C",
    title text NOT NULL,
    item text NOT NULL,
    belongings integer NOT NULL,
    batch text NOT NULL COLLATE pg_catalog."C",
    "removedAt" bigint NOT NULL,
    "removedBy" text COLLATE pg_catalog."C",
    "removedByToken" text,
    "expiresAt" bigint NOT NULL,
    "linkedUntil" bigint
);

CREATE TABLE public.trash_row (
    "trashId" text NOT NULL COLLATE pg_catalog."C",
    part integer NOT NULL,
    "tableName" text NOT NULL COLLATE pg_catalog."C",
    rows text NOT NULL
);

CREATE TABLE public.trash_secret (
    "trashId" text NOT NULL COLLATE pg_catalog."C",
    part integer NOT NULL,
    "tableName" text NOT NULL COLLATE pg_catalog."C",
    rows text NOT NULL
);

CREATE TABLE public.verified_address (
    "userId" text NOT NULL COLLATE pg_catalog."C",
    address text NOT NULL COLLATE pg_catalog."C",
    "provedAt" bigint NOT NULL
);

INSERT INTO public.address_claim VALUES ('claire', 'claire@example.org', 1795176000000);

INSERT INTO public.address_proof VALUES ('proof', 'reset', 'june@example.org', 'june', 3590352000000);

INSERT INTO public.api_token VALUES ('t1', 'Import', 'token', 'write', 1795176000000, 3590352000000, NULL, NULL);

INSERT INTO public.article VALUES ('a0', 3, 1795176000000, 1795176000000, 'local:a0', 'a0: "quotes", \ backslashes, ''apostrophes'', newlines
  and 🔔 bells', 'https://example.org/a0', 1795176000000, 'Commons', 'https://example.org', '', NULL, '<p>a0: "quotes", \ backslashes, ''apostrophes'', newlines
  and 🔔 bells</p>', NULL, 0, NULL, NULL, NULL, 0);
INSERT INTO public.article VALUES ('a1', 3, 1795176000000, 1795176000000, 'local:a1', 'a1: "quotes", \ backslashes, ''apostrophes'', newlines
  and 🔔 bells', 'https://example.org/a1', 1795176000000, 'Commons', 'https://example.org', '', NULL, '<p>a1: "quotes", \ backslashes, ''apostrophes'', newlines
  and 🔔 bells</p>', NULL, 0, NULL, '[["winter","Winter"]]', NULL, 0);

INSERT INTO public.article_segment VALUES (-9007199254740991, '', 2);

INSERT INTO public.article_tag VALUES ('winter', 'a1', 1795176000000, 'Winter');

INSERT INTO public.article_text VALUES (1099511627777, '''a0'':1A,8 ''and'':6A,13 ''apostroph'':4A,11 ''backslash'':3A,10 ''bell'':7A,14 ''common'':15 ''newlin'':5A,12 ''quot'':2A,9');
INSERT INTO public.article_text VALUES (1099511627778, '''a1'':1A,8 ''and'':6A,13 ''apostroph'':4A,11 ''backslash'':3A,10 ''bell'':7A,14 ''common'':15 ''newlin'':5A,12 ''quot'':2A,9 ''winter'':16');

INSERT INTO public.audit_entry VALUES ('e1', 1795176000000, 'admin', 'june', 'item-saved', '/a0', NULL, 1);

INSERT INTO public.backup_run VALUES ('k1', 'nightly', 1795176000000, 10, 'a.tar', 10, 5, NULL, NULL, NULL);

INSERT INTO public.backup_setting VALUES ('keep', '7');

INSERT INTO public.business VALUES ('b1', 1, 1795176000000, 1795176000000, 'Bäckerei', 'bäckerei', 'Food', '1 Main Street', '555-0100', NULL, NULL, 'Mo-Fr 8-17', '<p>Bread</p>', NULL);

INSERT INTO public.business_segment VALUES ('', '', 1);

INSERT INTO public.business_text VALUES (5497558138881, '''1'':4 ''backerei'':1A ''bread'':2 ''food'':3 ''main'':5 ''street'':6');

INSERT INTO public.collection_revision VALUES ('newsletter', 3);
INSERT INTO public.collection_revision VALUES ('pictures', 2);
INSERT INTO public.collection_revision VALUES ('votes', 2);
INSERT INTO public.collection_revision VALUES ('redirects', 2);
INSERT INTO public.collection_revision VALUES ('sources', 3);
INSERT INTO public.collection_revision VALUES ('town', 2);
INSERT INTO public.collection_revision VALUES ('articles', 3);
INSERT INTO public.collection_revision VALUES ('news', 3);
INSERT INTO public.collection_revision VALUES ('events', 3);
INSERT INTO public.collection_revision VALUES ('polls', 4);
INSERT INTO public.collection_revision VALUES ('businesses', 3);

INSERT INTO public.event VALUES ('v1', 1, 1795176000000, 1795176000000, 'local:v1', 'Café concert', 'https://example.org/v1', 1795176000000, 1795262400000, '5 PM', 'Hill Farm', '/illustrations/green.svg', 'image/svg+xml', '<p>Music.</p>', NULL, 0, 'scheduled', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.event VALUES ('v2', 1, 1795176000000, 1795176000000, 'local:v2', 'Fair', 'https://example.org/v2', 1795176000000, 1795262400000, '', 'Green', '/illustrations/green.svg', 'image/svg+xml', '<p>All days.</p>', 1795435200000, 1, 'moved', 'Because of snow', 1795176000000, NULL, NULL, NULL, NULL, NULL, NULL);

INSERT INTO public.event_segment VALUES (-9007199254740991, '', 2);

INSERT INTO public.event_text VALUES (3298534883329, '''cafe'':1A ''concert'':2A ''farm'':5 ''hill'':4 ''music'':3');
INSERT INTO public.event_text VALUES (3298534883330, '''all'':2 ''day'':3 ''fair'':1A ''green'':4');

INSERT INTO public.feed_topic VALUES ('all.rss', '', 0, '', '', NULL, 0, 0, NULL);

INSERT INTO public.identity VALUES ('abe', 'https://accounts.example', 'abe', 1795176000000);

INSERT INTO public.inbox_action VALUES (1, 'e61d019d-1531-48f9-8d6a-f16d8799645d', 1795212000000, 'june', 'publish', 'Published “Ferry schedule changes”.', '[{"title":"Ferry schedule changes","places":[{"collection":"news","itemId":"e4761446-e4cb-8d7e-a579-4ea3975eff27"}],"before":{"entries":[{"id":"22abcfaf-9c8d-4e4f-a39e-d64da46889b7","kind":"new","collection":"news","itemId":"e4761446-e4cb-8d7e-a579-4ea3975eff27","source":"b03ad72c-12a6-4569-ae85-b8e42e19095c","stack":"5df0c1dd-aea6-8a20-906e-1ec87f7c929f","title":"Ferry schedule changes","link":"https://ledger.example/ferry","item":"{\"id\":\"e4761446-e4cb-8d7e-a579-4ea3975eff27\",\"title\":\"Ferry schedule changes\",\"sourceId\":\"https://ledger.example/ferry\",\"link\":\"https://ledger.example/ferry\",\"pubDate\":\"2026-11-20T14:00:00.000Z\",\"sourceName\":\"The Hollow Ledger\",\"sourceUrl\":\"https://ledger.example/\",\"description\":\"<p>From December on.</p>\",\"picture\":null}","changes":null,"similar":null,"startAt":null,"receivedAt":1795212000000,"snoozedUntil":null}],"rows":[{"collection":"news","ownId":"e4761446-e4cb-8d7e-a579-4ea3975eff27","itemId":"e4761446-e4cb-8d7e-a579-4ea3975eff27","decision":null,"base":"{\"title\":\"Ferry schedule changes\",\"link\":\"https://ledger.example/ferry\",\"description\":\"<p>From December on.</p>\"}","unconfirmed":0,"mergedAt":null,"mergedBy":null,"mergedFor":null}]},"after":{"entries":[],"rows":[{"collection":"news","ownId":"e4761446-e4cb-8d7e-a579-4ea3975eff27","itemId":"e4761446-e4cb-8d7e-a579-4ea3975eff27","decision":"published","base":"{\"title\":\"Ferry schedule changes\",\"link\":\"https://ledger.example/ferry\",\"description\":\"<p>From December on.</p>\"}","unconfirmed":0,"mergedAt":null,"mergedBy":null,"mergedFor":null}]},"applied":[],"published":{"collection":"news","itemId":"e4761446-e4cb-8d7e-a579-4ea3975eff27","version":1,"updatedAt":1795212000000}}]');
INSERT INTO public.inbox_action VALUES (2, 'c91ecb52-33a6-4f50-8d3d-fe854d9f8db0', 1795212000000, 'june', 'discard', 'Discarded “Buy now”.', '[{"title":"Buy now","places":[{"collection":"news","itemId":"87778c53-8a3f-826f-80a7-8eca6960ba1f"}],"before":{"entries":[{"id":"349fb4a1-078b-4400-ab6c-187d89b01d6b","kind":"new","collection":"news","itemId":"87778c53-8a3f-826f-80a7-8eca6960ba1f","source":"b03ad72c-12a6-4569-ae85-b8e42e19095c","stack":"10dbf57c-3dfd-885c-9764-2a5e04cc343d","title":"Buy now","link":"https://ledger.example/ad","item":"{\"id\":\"87778c53-8a3f-826f-80a7-8eca6960ba1f\",\"title\":\"Buy now\",\"sourceId\":\"https://ledger.example/ad\",\"link\":\"https://ledger.example/ad\",\"pubDate\":\"2026-11-20T14:00:00.000Z\",\"sourceName\":\"The Hollow Ledger\",\"sourceUrl\":\"https://ledger.example/\",\"description\":\"<p>Cheap.</p>\",\"picture\":null}","changes":null,"similar":null,"startAt":null,"receivedAt":1795212000000,"snoozedUntil":null}],"rows":[{"collection":"news","ownId":"87778c53-8a3f-826f-80a7-8eca6960ba1f","itemId":"87778c53-8a3f-826f-80a7-8eca6960ba1f","decision":null,"base":"{\"title\":\"Buy now\",\"link\":\"https://ledger.example/ad\",\"description\":\"<p>Cheap.</p>\"}","unconfirmed":0,"mergedAt":null,"mergedBy":null,"mergedFor":null}]},"after":{"entries":[],"rows":[{"collection":"news","ownId":"87778c53-8a3f-826f-80a7-8eca6960ba1f","itemId":"87778c53-8a3f-826f-80a7-8eca6960ba1f","decision":"discarded","base":"{\"title\":\"Buy now\",\"link\":\"https://ledger.example/ad\",\"description\":\"<p>Cheap.</p>\"}","unconfirmed":0,"mergedAt":null,"mergedBy":null,"mergedFor":null}]},"applied":[]}]');
INSERT INTO public.inbox_action VALUES (3, '406f6e49-60f5-4508-90e9-0849e364465c', 1795212000000, 'june', 'snooze', 'Snoozed “Budget hearing” until November 23, 2026, 5:00 PM.', '[{"title":"Budget hearing","places":[{"collection":"news","itemId":"5652bc2b-18a4-8f8b-bac9-72addb7ec760"}],"before":{"entries":[{"id":"cc254f7f-f105-40ff-84d2-f35578a0c6b6","kind":"new","collection":"news","itemId":"5652bc2b-18a4-8f8b-bac9-72addb7ec760","source":"b03ad72c-12a6-4569-ae85-b8e42e19095c","stack":"47fb649b-f97c-8666-b136-c57772a3afb1","title":"Budget hearing","link":"https://ledger.example/later","item":"{\"id\":\"5652bc2b-18a4-8f8b-bac9-72addb7ec760\",\"title\":\"Budget hearing\",\"sourceId\":\"https://ledger.example/later\",\"link\":\"https://ledger.example/later\",\"pubDate\":\"2026-11-20T14:00:00.000Z\",\"sourceName\":\"The Hollow Ledger\",\"sourceUrl\":\"https://ledger.example/\",\"description\":\"<p>Next week.</p>\",\"picture\":null}","changes":null,"similar":null,"startAt":null,"receivedAt":1795212000000,"snoozedUntil":null}],"rows":[{"collection":"news","ownId":"5652bc2b-18a4-8f8b-bac9-72addb7ec760","itemId":"5652bc2b-18a4-8f8b-bac9-72addb7ec760","decision":null,"base":"{\"title\":\"Budget hearing\",\"link\":\"https://ledger.example/later\",\"description\":\"<p>Next week.</p>\"}","unconfirmed":0,"mergedAt":null,"mergedBy":null,"mergedFor":null}]},"after":{"entries":[{"id":"cc254f7f-f105-40ff-84d2-f35578a0c6b6","kind":"new","collection":"news","itemId":"5652bc2b-18a4-8f8b-bac9-72addb7ec760","source":"b03ad72c-12a6-4569-ae85-b8e42e19095c","stack":"47fb649b-f97c-8666-b136-c57772a3afb1","title":"Budget hearing","link":"https://ledger.example/later","item":"{\"id\":\"5652bc2b-18a4-8f8b-bac9-72addb7ec760\",\"title\":\"Budget hearing\",\"sourceId\":\"https://ledger.example/later\",\"link\":\"https://ledger.example/later\",\"pubDate\":\"2026-11-20T14:00:00.000Z\",\"sourceName\":\"The Hollow Ledger\",\"sourceUrl\":\"https://ledger.example/\",\"description\":\"<p>Next week.</p>\",\"picture\":null}","changes":null,"similar":null,"startAt":null,"receivedAt":1795212000000,"snoozedUntil":1795471200000}],"rows":[{"collection":"news","ownId":"5652bc2b-18a4-8f8b-bac9-72addb7ec760","itemId":"5652bc2b-18a4-8f8b-bac9-72addb7ec760","decision":null,"base":"{\"title\":\"Budget hearing\",\"link\":\"https://ledger.example/later\",\"description\":\"<p>Next week.</p>\"}","unconfirmed":0,"mergedAt":null,"mergedBy":null,"mergedFor":null}]},"applied":[]}]');
INSERT INTO public.inbox_action VALUES (4, 'abcf306b-9777-4e18-b238-8da74ee58384', 1795212000000, 'june', 'merge', 'Merged “Market of the winter”.', '[{"title":"Market of the winter","places":[{"collection":"events","itemId":"18c9cab9-cbd8-85dc-8791-98d42c880716"},{"collection":"events","itemId":"950d1202-5ed7-8b1b-ad7d-3293a8e7e209"}],"before":{"entries":[{"id":"5e2c0c40-fae2-463c-94f3-444259621c36","kind":"new","collection":"events","itemId":"18c9cab9-cbd8-85dc-8791-98d42c880716","source":"19f741b8-6605-4350-bd0d-c966a50843f0","stack":"64a8559b-135e-892b-b1e7-7849da8fa178","title":"Market of the winter","link":"https://calendar.example/fair","item":"{\"id\":\"18c9cab9-cbd8-85dc-8791-98d42c880716\",\"sourceId\":\"fair@calendar.example\",\"title\":\"Market of the winter\",\"link\":\"https://calendar.example/fair\",\"pubDate\":\"2026-11-20T22:00:00.000Z\",\"description\":\"<p>Market of the winter for everyone.</p>\",\"eventDate\":\"2026-12-05T14:00:00.000Z\",\"eventTime\":\"9:00 AM\",\"eventLocation\":\"The Hall\",\"enclosureUrl\":\"/illustrations/green.svg\",\"enclosureType\":\"image/svg+xml\",\"endDate\":\"2026-12-05T16:00:00.000Z\",\"allDay\":false,\"status\":\"scheduled\",\"statusNote\":null,\"category\":null,\"recurrence\":null,\"seriesId\":null,\"recurrenceId\":null,\"seriesStart\":null,\"picture\":null}","changes":null,"similar":null,"startAt":1796479200000,"receivedAt":1795212000000,"snoozedUntil":null},{"id":"d82e66cf-a228-4bc6-9fe8-8ef78c3136ce","kind":"new","collection":"events","itemId":"950d1202-5ed7-8b1b-ad7d-3293a8e7e209","source":"b0ca6abf-4ac0-4207-8455-476ce73a3ec8","stack":"096fa063-ad2c-8e36-b80a-f978c37a0c73","title":"Winter market","link":"https://calendar.example/market","item":"{\"id\":\"950d1202-5ed7-8b1b-ad7d-3293a8e7e209\",\"sourceId\":\"market@calendar.example\",\"title\":\"Winter market\",\"link\":\"https://calendar.example/market\",\"pubDate\":\"2026-11-20T22:00:00.000Z\",\"description\":\"<p>Winter market for everyone.</p>\",\"eventDate\":\"2026-12-05T14:00:00.000Z\",\"eventTime\":\"9:00 AM\",\"eventLocation\":\"Town Hall, 1 Main Street\",\"enclosureUrl\":\"/illustrations/green.svg\",\"enclosureType\":\"image/svg+xml\",\"endDate\":\"2026-12-05T16:00:00.000Z\",\"allDay\":false,\"status\":\"scheduled\",\"statusNote\":null,\"category\":null,\"recurrence\":null,\"seriesId\":null,\"recurrenceId\":null,\"seriesStart\":null,\"picture\":null}","changes":null,"similar":null,"startAt":1796479200000,"receivedAt":1795212000000,"snoozedUntil":null}],"rows":[{"collection":"events","ownId":"18c9cab9-cbd8-85dc-8791-98d42c880716","itemId":"18c9cab9-cbd8-85dc-8791-98d42c880716","decision":null,"base":"{\"title\":\"Market of the winter\",\"link\":\"https://calendar.example/fair\",\"description\":\"<p>Market of the winter for everyone.</p>\",\"eventDate\":\"2026-12-05T14:00:00.000Z\",\"endDate\":\"2026-12-05T16:00:00.000Z\",\"allDay\":false,\"eventTime\":\"9:00 AM\",\"eventLocation\":\"The Hall\",\"status\":\"scheduled\"}","unconfirmed":0,"mergedAt":null,"mergedBy":null,"mergedFor":null},{"collection":"events","ownId":"950d1202-5ed7-8b1b-ad7d-3293a8e7e209","itemId":"950d1202-5ed7-8b1b-ad7d-3293a8e7e209","decision":null,"base":"{\"title\":\"Winter market\",\"link\":\"https://calendar.example/market\",\"description\":\"<p>Winter market for everyone.</p>\",\"eventDate\":\"2026-12-05T14:00:00.000Z\",\"endDate\":\"2026-12-05T16:00:00.000Z\",\"allDay\":false,\"eventTime\":\"9:00 AM\",\"eventLocation\":\"Town Hall, 1 Main Street\",\"status\":\"scheduled\"}","unconfirmed":0,"mergedAt":null,"mergedBy":null,"mergedFor":null}]},"after":{"entries":[{"id":"d82e66cf-a228-4bc6-9fe8-8ef78c3136ce","kind":"new","collection":"events","itemId":"950d1202-5ed7-8b1b-ad7d-3293a8e7e209","source":"b0ca6abf-4ac0-4207-8455-476ce73a3ec8","stack":"096fa063-ad2c-8e36-b80a-f978c37a0c73","title":"Winter market","link":"https://calendar.example/market","item":"{\"id\":\"950d1202-5ed7-8b1b-ad7d-3293a8e7e209\",\"sourceId\":\"market@calendar.example\",\"title\":\"Winter market\",\"link\":\"https://calendar.example/market\",\"pubDate\":\"2026-11-20T22:00:00.000Z\",\"description\":\"<p>Winter market for everyone.</p>\",\"eventDate\":\"2026-12-05T14:00:00.000Z\",\"eventTime\":\"9:00 AM\",\"eventLocation\":\"Town Hall, 1 Main Street\",\"enclosureUrl\":\"/illustrations/green.svg\",\"enclosureType\":\"image/svg+xml\",\"endDate\":\"2026-12-05T16:00:00.000Z\",\"allDay\":false,\"status\":\"scheduled\",\"statusNote\":null,\"category\":null,\"recurrence\":null,\"seriesId\":null,\"recurrenceId\":null,\"seriesStart\":null,\"picture\":null}","changes":null,"similar":null,"startAt":1796479200000,"receivedAt":1795212000000,"snoozedUntil":null}],"rows":[{"collection":"events","ownId":"18c9cab9-cbd8-85dc-8791-98d42c880716","itemId":"950d1202-5ed7-8b1b-ad7d-3293a8e7e209","decision":null,"base":"{\"title\":\"Winter market\",\"link\":\"https://calendar.example/market\",\"description\":\"<p>Winter market for everyone.</p>\",\"eventDate\":\"2026-12-05T14:00:00.000Z\",\"endDate\":\"2026-12-05T16:00:00.000Z\",\"allDay\":false,\"eventTime\":\"9:00 AM\",\"eventLocation\":\"Town Hall, 1 Main Street\",\"status\":\"scheduled\"}","unconfirmed":0,"mergedAt":1795212000000,"mergedBy":"june","mergedFor":null},{"collection":"events","ownId":"950d1202-5ed7-8b1b-ad7d-3293a8e7e209","itemId":"950d1202-5ed7-8b1b-ad7d-3293a8e7e209","decision":null,"base":"{\"title\":\"Winter market\",\"link\":\"https://calendar.example/market\",\"description\":\"<p>Winter market for everyone.</p>\",\"eventDate\":\"2026-12-05T14:00:00.000Z\",\"endDate\":\"2026-12-05T16:00:00.000Z\",\"allDay\":false,\"eventTime\":\"9:00 AM\",\"eventLocation\":\"Town Hall, 1 Main Street\",\"status\":\"scheduled\"}","unconfirmed":0,"mergedAt":null,"mergedBy":null,"mergedFor":null}]},"applied":[],"rules":{"written":[{"kind":"same","one":"market of the winter","other":"winter market","createdAt":1795212000000,"createdBy":"june"},{"kind":"venue","one":"hall","other":"town hall","createdAt":1795212000000,"createdBy":"june"}],"removed":[]}}]');

INSERT INTO public.inbox_entry VALUES ('0a853645-1031-4bcd-9502-a59d7bbad99f', 'new', 'events', 'ea96ed43-9ab0-8234-917b-950e590c8433', 'b0ca6abf-4ac0-4207-8455-476ce73a3ec8', '17214524-8801-83e6-8bc1-1cca16d84aa7', 'Choir evening', 'https://calendar.example/choir', '{"id":"ea96ed43-9ab0-8234-917b-950e590c8433","sourceId":"choir@calendar.example","title":"Choir evening","link":"https://calendar.example/choir","pubDate":"2026-11-20T22:00:00.000Z","description":"<p>Choir evening for everyone.</p>","eventDate":"2026-12-12T14:00:00.000Z","eventTime":"9:00 AM","eventLocation":"Church","enclosureUrl":"/illustrations/green.svg","enclosureType":"image/svg+xml","endDate":"2026-12-12T16:00:00.000Z","allDay":false,"status":"scheduled","statusNote":null,"category":null,"recurrence":null,"seriesId":null,"recurrenceId":null,"seriesStart":null,"picture":null}', NULL, NULL, 1797084000000, 1795212000000, NULL);
INSERT INTO public.inbox_entry VALUES ('1e72b8af-d89a-4d4c-8794-7328ee7e2ed8', 'new', 'news', 'cf3f0219-ff97-8fc5-a655-b9a954bac1e0', 'b03ad72c-12a6-4569-ae85-b8e42e19095c', 'e94382f2-89a9-8338-bb80-394094e14dbf', 'Library roof mended', 'https://ledger.example/roof', '{"id":"cf3f0219-ff97-8fc5-a655-b9a954bac1e0","title":"Library roof mended","sourceId":"https://ledger.example/roof","link":"https://ledger.example/roof","pubDate":"2026-11-20T14:00:00.000Z","sourceName":"The Hollow Ledger","sourceUrl":"https://ledger.example/","description":"<p>At last.</p>","picture":null}', NULL, NULL, NULL, 1795212000000, NULL);
INSERT INTO public.inbox_entry VALUES ('67d6e528-2887-4883-9fe8-b11860acff04', 'change', 'news', 'e4761446-e4cb-8d7e-a579-4ea3975eff27', 'b03ad72c-12a6-4569-ae85-b8e42e19095c', 'a7816deb-0dc5-8271-9343-1ae7462b9c2d', 'Ferry schedule changes', 'https://ledger.example/ferry', NULL, '[{"field":"title","from":"Ferry schedule changes","to":"Ferry schedule changes again","locked":false},{"field":"description","from":"<p>From December on.</p>","to":"<p>From January on.</p>","locked":false}]', NULL, NULL, 1795215600000, NULL);
INSERT INTO public.inbox_entry VALUES ('8b78e159-1423-45d9-8b59-8a4a1e367c68', 'new', 'events', '8172b8ae-f064-8e10-a8dc-9ced8d4075c7', '19f741b8-6605-4350-bd0d-c966a50843f0', '59b18f7f-d476-87ef-9819-8feed60c13d8', 'Film night', 'https://calendar.example/film', '{"id":"8172b8ae-f064-8e10-a8dc-9ced8d4075c7","sourceId":"film@calendar.example","title":"Film night","link":"https://calendar.example/film","pubDate":"2026-11-20T22:00:00.000Z","description":"<p>Film night for everyone.</p>","eventDate":"2026-12-19T14:00:00.000Z","eventTime":"9:00 AM","eventLocation":"Library","enclosureUrl":"/illustrations/green.svg","enclosureType":"image/svg+xml","endDate":"2026-12-19T16:00:00.000Z","allDay":false,"status":"scheduled","statusNote":null,"category":null,"recurrence":null,"seriesId":null,"recurrenceId":null,"seriesStart":null,"picture":null}', NULL, NULL, 1797688800000, 1795212000000, NULL);
INSERT INTO public.inbox_entry VALUES ('cc254f7f-f105-40ff-84d2-f35578a0c6b6', 'new', 'news', '5652bc2b-18a4-8f8b-bac9-72addb7ec760', 'b03ad72c-12a6-4569-ae85-b8e42e19095c', '47fb649b-f97c-8666-b136-c57772a3afb1', 'Budget hearing', 'https://ledger.example/later', '{"id":"5652bc2b-18a4-8f8b-bac9-72addb7ec760","title":"Budget hearing","sourceId":"https://ledger.example/later","link":"https://ledger.example/later","pubDate":"2026-11-20T14:00:00.000Z","sourceName":"The Hollow Ledger","sourceUrl":"https://ledger.example/","description":"<p>Next week.</p>","picture":null}', NULL, NULL, NULL, 1795212000000, 1795471200000);
INSERT INTO public.inbox_entry VALUES ('d82e66cf-a228-4bc6-9fe8-8ef78c3136ce', 'new', 'events', '950d1202-5ed7-8b1b-ad7d-3293a8e7e209', 'b0ca6abf-4ac0-4207-8455-476ce73a3ec8', '096fa063-ad2c-8e36-b80a-f978c37a0c73', 'Winter market', 'https://calendar.example/market', '{"id":"950d1202-5ed7-8b1b-ad7d-3293a8e7e209","sourceId":"market@calendar.example","title":"Winter market","link":"https://calendar.example/market","pubDate":"2026-11-20T22:00:00.000Z","description":"<p>Winter market for everyone.</p>","eventDate":"2026-12-05T14:00:00.000Z","eventTime":"9:00 AM","eventLocation":"Town Hall, 1 Main Street","enclosureUrl":"/illustrations/green.svg","enclosureType":"image/svg+xml","endDate":"2026-12-05T16:00:00.000Z","allDay":false,"status":"scheduled","statusNote":null,"category":null,"recurrence":null,"seriesId":null,"recurrenceId":null,"seriesStart":null,"picture":null}', NULL, NULL, 1796479200000, 1795212000000, NULL);

INSERT INTO public.item_revision VALUES ('articles', 'd1', 1, 1795208400000, 'june', NULL, 'saved', 'draft', '{"id":"d1","title":"Bridge work","description":"<p>Work on the <b>bridge</b> goes on.</p><p><img src=\"/media/e45a6c981c7f4826fc6afdca9c10712d-64.jpeg\" alt=\"The bridge\"></p>","picture":"e45a6c981c7f4826fc6afdca9c10712d","tags":["winter"]}', NULL);
INSERT INTO public.item_revision VALUES ('articles', 'd1', 2, 1795212000000, 'june', NULL, 'saved', 'draft', '{"id":"d1","title":"Bridge work continues","description":"<p>Work on the <b>bridge</b> goes on.</p><p><img src=\"/media/e45a6c981c7f4826fc6afdca9c10712d-64.jpeg\" alt=\"The bridge\"></p>","picture":"e45a6c981c7f4826fc6afdca9c10712d","tags":["winter"]}', NULL);
INSERT INTO public.item_revision VALUES ('news', 'e4761446-e4cb-8d7e-a579-4ea3975eff27', 1, 1795212000000, 'june', NULL, 'saved', 'published', '{"id":"e4761446-e4cb-8d7e-a579-4ea3975eff27","title":"Ferry schedule changes","sourceId":"https://ledger.example/ferry","link":"https://ledger.example/ferry","pubDate":"2026-11-20T14:00:00.000Z","sourceName":"The Hollow Ledger","sourceUrl":"https://ledger.example/","description":"<p>From December on.</p>","picture":null}', NULL);
INSERT INTO public.item_revision VALUES ('news', 's1', 1, 1795212000000, NULL, 'Import', 'saved', 'scheduled', '{"id":"s1","title":"Snow plan","sourceId":null,"link":"https://example.org/s1","pubDate":"2026-11-20T21:00:00.000Z","sourceName":null,"sourceUrl":null,"description":"<p>From <i>December</i> on.</p>"}', NULL);

INSERT INTO public.item_version VALUES ('articles', 'd1', 'draft', NULL, '{"id":"d1","title":"Bridge work continues","description":"<p>Work on the <b>bridge</b> goes on.</p><p><img src=\"/media/e45a6c981c7f4826fc6afdca9c10712d-64.jpeg\" alt=\"The bridge\"></p>","picture":"e45a6c981c7f4826fc6afdca9c10712d","tags":["winter"]}', 2, 1795208400000, 1795212000000);
INSERT INTO public.item_version VALUES ('news', 's1', 'scheduled', 2143278000000, '{"id":"s1","title":"Snow plan","sourceId":null,"link":"https://example.org/s1","pubDate":"2026-11-20T21:00:00.000Z","sourceName":null,"sourceUrl":null,"description":"<p>From <i>December</i> on.</p>"}', 1, 1795212000000, 1795212000000);

INSERT INTO public.job_lease VALUES ('check-sources', NULL, 4);

INSERT INTO public.job_request VALUES ('remove-trash-traces', 1795212000000);

INSERT INTO public.kysely_migration VALUES ('0001-first-release', '2026-11-28T00:20:10.623Z');

INSERT INTO public.kysely_migration_lock VALUES ('migration_lock', 0);

INSERT INTO public.mail VALUES ('m1', 'verify', 'june@example.org', '{"subject":"secret link"}', 'queued', 0, 0, 1795176000000, NULL, NULL, NULL);
INSERT INTO public.mail VALUES ('m2', 'verify', NULL, NULL, 'sent', 1, 0, 1795176000000, 1795176000000, NULL, NULL);

INSERT INTO public.match_rule VALUES ('same', 'market of the winter', 'winter market', 1795212000000, 'june');
INSERT INTO public.match_rule VALUES ('venue', 'hall', 'town hall', 1795212000000, 'june');

INSERT INTO public.missing_address VALUES ('/old-calendar', 7, 1795212000000, 1795215600000, 0);

INSERT INTO public.move_in VALUES ('85106339-5f80-4a5d-a83c-e8ebd6af1436', 'done', NULL, 1795209600000, 'june', 'Firebase', '[{"path":"/nowhere/file-1","name":"firestore.json","bytes":300000,"format":"firestore"}]', '{"choices":{},"pictures":"fetch"}', '{"found":{"articles":486,"news":1204,"events":212,"polls":14,"businesses":92,"users":1338,"pictures":640},"moved":{"articles":484,"news":1204,"events":209,"polls":14,"businesses":91,"users":1338,"pictures":637,"redirects":1688},"skipped":{},"refused":{"articles":2,"events":3,"businesses":1,"pictures":3},"classes":[{"class":"no-date","verdict":"refused","count":3,"example":{"file":"firestore.json","record":"events/9fT2","problem":"eventDate is empty"}},{"class":"same-id","verdict":"doubtful","count":1,"example":{"file":"firestore.json","record":"articles/x77","problem":"This id exists here"}}],"leftOut":[{"what":"comments","count":12}],"facts":{"passwords":1296,"google":42,"withoutPassword":1,"disabled":2,"passwordsAdded":0,"completed":0,"optedIn":1190,"unverified":41,"suppressed":13},"tookMs":41000}', '{"steps":[{"step":"records","done":2,"total":2}],"at":1795212090000}', 1795209600000, 1795212090000, NULL, 1);

INSERT INTO public.move_in_problem VALUES ('85106339-5f80-4a5d-a83c-e8ebd6af1436', 1, 'refused', 'no-date', 'firestore.json', 'events/9fT2', 'Fall supper', 'eventDate', 'eventDate is “11/31/2025”. November has 30 days.');
INSERT INTO public.move_in_problem VALUES ('85106339-5f80-4a5d-a83c-e8ebd6af1436', 2, 'refused', 'no-date', 'firestore.json', 'events/Qk01', 'Band practice', 'eventDate', 'eventDate is empty');
INSERT INTO public.move_in_problem VALUES ('85106339-5f80-4a5d-a83c-e8ebd6af1436', 3, 'refused', 'no-date', 'firestore.json', 'events/Qk02', '', 'title', 'title is empty');
INSERT INTO public.move_in_problem VALUES ('85106339-5f80-4a5d-a83c-e8ebd6af1436', 4, 'refused', 'no-date', 'firestore.json', 'articles/x78', '=HYPERLINK("x")', 'link', 'link is “javascript:void(0)”. Only web addresses are allowed.');

INSERT INTO public.moved_item VALUES ('https://old.example', 'news', 'news/9fT2', 'n1', '1-mwoxfuo0', '676b8bb84ce7267dd520deca4811c8f10a53e636352f06987f42fe425acedd80', '85106339-5f80-4a5d-a83c-e8ebd6af1436', 1795212000000);
INSERT INTO public.moved_item VALUES ('https://old.example', 'redirects', '/2019/05/bridge', NULL, NULL, NULL, '85106339-5f80-4a5d-a83c-e8ebd6af1436', 1795212000000);

INSERT INTO public.news_item VALUES ('e4761446-e4cb-8d7e-a579-4ea3975eff27', 1, 1795212000000, 1795212000000, 'Ferry schedule changes', 'https://ledger.example/ferry', 'https://ledger.example/ferry', 1795183200000, 'The Hollow Ledger', 'https://ledger.example/', 'From December on.', NULL, '<p>From December on.</p>', NULL);
INSERT INTO public.news_item VALUES ('n1', 1, 1795176000000, 1795176000000, 'The bridge reopens', NULL, 'https://example.org/n1', 1795176000000, NULL, NULL, 'After a year.', NULL, '<p>After a <b>year</b> of work.</p>', NULL);

INSERT INTO public.news_item_segment VALUES (-9007199254740991, '', 2);

INSERT INTO public.news_item_text VALUES (2199023255553, '''a'':5 ''after'':4 ''bridg'':2A ''of'':7 ''reopen'':3A ''the'':1A ''work'':8 ''year'':6');
INSERT INTO public.news_item_text VALUES (2199023255554, '''chang'':3A ''decemb'':5 ''ferri'':1A ''from'':4 ''hollow'':8 ''ledger'':9 ''on'':6 ''schedul'':2A ''the'':7');

INSERT INTO public.newsletter_bounce VALUES ('4debf80f5e5aca1915164355:hard', 1795215600000, 'hard', '884474f0-4d70-415e-906b-4bcbea511610', '302e39ee-2238-4bf4-8c1b-8774326c0c93', 'mailbox', '5.1.1', '550 5.1.1 No such user');

INSERT INTO public.newsletter_confirmation VALUES ('16edb1866a9c53c8a26f60fbf085df491c53485ad1a0ae2e8604f4d50cf70a55', '398af220-f182-4f2d-b634-fdd550cafbe6', 'waiting@example.org', 1795212000000, 1795816800000, NULL);

INSERT INTO public.newsletter_issue VALUES ('302e39ee-2238-4bf4-8c1b-8774326c0c93', 1, NULL, '2026-11-20', 'everyone', 'sent', 'a1: "quotes", \ backslashes, ''apostrophes'', newlines and 🔔 bells', 0, '', 'Good evening,

here is the news.', '{"items":[{"collection":"articles","id":"a1"},{"collection":"articles","id":"a0"},{"collection":"news","id":"e4761446-e4cb-8d7e-a579-4ea3975eff27"},{"collection":"news","id":"n1"},{"collection":"events","id":"*"},{"collection":"polls","id":"p1"}],"lead":null,"out":[]}', '{"title":"The Maple Hollow Newsletter","town":"Ashby Commons","day":"2026-11-20","date":"November 20, 2026","locale":"en-US","number":1,"subject":"a1: \"quotes\", \\ backslashes, ''apostrophes'', newlines and 🔔 bells","preview":"Plus: a0: \"quotes\", \\ backslashes, ''apostrophes'', newlines and 🔔 bells · Ferry schedule changes","written":{"subject":false,"preview":false},"note":"Good evening,\n\nhere is the news.","postalAddress":"","blocks":[{"kind":"lead","collection":"articles","label":"Articles","id":"a1","title":"a1: \"quotes\", \\ backslashes, ''apostrophes'', newlines\n  and 🔔 bells","deck":"","path":"/articles/a1","source":"Commons","date":"November 20, 2026","at":1795176000000,"picture":null},{"kind":"story","collection":"articles","label":"Articles","id":"a0","title":"a0: \"quotes\", \\ backslashes, ''apostrophes'', newlines\n  and 🔔 bells","deck":"","path":"/articles/a0","source":"Commons","date":"November 20, 2026","at":1795176000000,"picture":null},{"kind":"story","collection":"news","label":"News","id":"e4761446-e4cb-8d7e-a579-4ea3975eff27","title":"Ferry schedule changes","deck":"From December on.","path":"/news/e4761446-e4cb-8d7e-a579-4ea3975eff27","source":"The Hollow Ledger","date":"November 20, 2026","at":1795183200000,"picture":null},{"kind":"story","collection":"news","label":"News","id":"n1","title":"The bridge reopens","deck":"After a year.","path":"/news/n1","source":"example.org","date":"November 20, 2026","at":1795176000000,"picture":null},{"kind":"events","title":"Coming up","path":"/events","days":[{"day":"2026-11-21","weekday":"Saturday","month":"Nov","number":"21","date":"November 21","events":[{"collection":"events","id":"v1","title":"Café concert","path":"/events/v1","source":null,"when":"11/21/2026, 5 PM","time":"5 PM","place":"Hill Farm","status":null,"note":""},{"collection":"events","id":"v2","title":"Fair","path":"/events/v2","source":null,"when":"11/21/2026, ","time":"","place":"Green","status":"Moved","note":"Moved from 11/20/2026. Because of snow"}]}],"more":0},{"kind":"poll","collection":"polls","id":"p1","title":"Bridge?","path":"/polls/p1","source":null,"isOpen":true,"time":"Open","until":null,"options":["Way 0","Way 1"],"results":[],"turnout":""}]}', 1794607200000, 1795212000000, NULL, NULL, 1795212000000, 1795212000000, 1795212000000, NULL, NULL, NULL, 1795212000000, 'june', 2);
INSERT INTO public.newsletter_issue VALUES ('7a1ffe17-8232-47db-af41-cd48394f17ed', NULL, 'weekly:2026-11-27', NULL, 'weekly', 'scheduled', 'Bridge?', 0, '', '', '{"items":[{"collection":"events","id":"*"},{"collection":"polls","id":"p1"}],"lead":null,"out":[]}', NULL, 1795212000000, 1795215600000, 'skip', NULL, 1795816800000, NULL, NULL, NULL, NULL, NULL, 1795215600000, NULL, 1);

INSERT INTO public.newsletter_link VALUES ('Bi4b6OFNhczYNw_FaI-qjg', '3b3612fe-59a2-4d1e-bc5b-1b9dcbfd3f31', 1795212000000, NULL);
INSERT INTO public.newsletter_link VALUES ('G3-Vomyklf0h4pMeNCsG0A', '4c5786c3-1e60-46c7-9cc8-19849843ba26', 1795212000000, NULL);
INSERT INTO public.newsletter_link VALUES ('fNRd0ldwpyEDOg0-Stvjkw', '51b23d3d-2029-4e3b-a5ba-ef4ac3e2eb66', 1795125600000, NULL);
INSERT INTO public.newsletter_link VALUES ('i0hGqCnxOPBBGBlsAC4-sw', '398af220-f182-4f2d-b634-fdd550cafbe6', 1795212000000, NULL);
INSERT INTO public.newsletter_link VALUES ('l98h_PdK3XWrpC4HDoQPtg', '4f6bc826-5c42-494c-98d2-6f7861321fe7', 1795125600000, NULL);
INSERT INTO public.newsletter_link VALUES ('yuVxyDeSjlU_ecjiXChmZA', '884474f0-4d70-415e-906b-4bcbea511610', 1795125600000, NULL);

INSERT INTO public.newsletter_member_stale VALUES ('abe');
INSERT INTO public.newsletter_member_stale VALUES ('claire');
INSERT INTO public.newsletter_member_stale VALUES ('june');
INSERT INTO public.newsletter_member_stale VALUES ('may');

INSERT INTO public.newsletter_recipient VALUES ('302e39ee-2238-4bf4-8c1b-8774326c0c93', 'abe@example.org', '4c5786c3-1e60-46c7-9cc8-19849843ba26', 'stories events polls', 'example.org', '6141a9d24761233dc033f6bc', 'sent', 1, 1795212000000, 1795212000000, NULL, 'Saved as newsletter-6141a9d24761233dc033f6bc.eml', NULL);
INSERT INTO public.newsletter_recipient VALUES ('302e39ee-2238-4bf4-8c1b-8774326c0c93', 'gone@example.net', '884474f0-4d70-415e-906b-4bcbea511610', 'stories events polls', 'example.net', '4debf80f5e5aca1915164355', 'bounced', 1, 1795212000000, 1795212000000, NULL, '550 5.1.1 No such user', NULL);
INSERT INTO public.newsletter_recipient VALUES ('302e39ee-2238-4bf4-8c1b-8774326c0c93', 'june@example.org', '3b3612fe-59a2-4d1e-bc5b-1b9dcbfd3f31', 'stories events polls', 'example.org', 'f0bffa601869075a91638307', 'sent', 1, 1795212000000, 1795212000000, NULL, 'Saved as newsletter-f0bffa601869075a91638307.eml', NULL);
INSERT INTO public.newsletter_recipient VALUES ('302e39ee-2238-4bf4-8c1b-8774326c0c93', 'left@example.com', '51b23d3d-2029-4e3b-a5ba-ef4ac3e2eb66', 'stories events polls', 'example.com', 'ffd2d29da56fc29f5a9e8f34', 'sent', 1, 1795212000000, 1795212000000, NULL, 'Saved as newsletter-ffd2d29da56fc29f5a9e8f34.eml', 1795215600000);
INSERT INTO public.newsletter_recipient VALUES ('302e39ee-2238-4bf4-8c1b-8774326c0c93', 'reader@example.org', '4f6bc826-5c42-494c-98d2-6f7861321fe7', 'stories events polls', 'example.org', '7e4bf2ba3fcdb76612a4da82', 'sent', 1, 1795212000000, 1795212000000, NULL, 'Saved as newsletter-7e4bf2ba3fcdb76612a4da82.eml', NULL);

INSERT INTO public.newsletter_setting VALUES ('plan', '{"name":"","weekly":{"on":false,"weekday":5,"time":"17:00"},"daily":{"on":false,"time":"07:00"},"review":"wait-skip","ahead":7,"postalAddress":"","perMinute":100000,"perDomainPerMinute":100000,"bounceAddress":"","verp":false,"webhook":{"provider":"","key":""}}');

INSERT INTO public.newsletter_subscriber VALUES ('398af220-f182-4f2d-b634-fdd550cafbe6', 'waiting@example.org', '9d156347789bd1a72e6b26154afde0871aa17c54fe02f48b6a9eb5eb61e360e0', 'waiting', NULL, 1795212000000, 'stories events polls', 'weekly', NULL, NULL, 'Form on the website, confirmed by email', 1795125600000, 1795212000000, 0, NULL, NULL);
INSERT INTO public.newsletter_subscriber VALUES ('3b3612fe-59a2-4d1e-bc5b-1b9dcbfd3f31', 'june@example.org', 'b35ecf3d130792877a3e8403f306bf177f6e3560795dcd1a7c6018e571d76f12', 'active', NULL, 1795212000000, 'stories events polls', 'weekly', 'june', NULL, 'Checkbox of the account', 1795212000000, 1795212000000, 0, NULL, NULL);
INSERT INTO public.newsletter_subscriber VALUES ('4c5786c3-1e60-46c7-9cc8-19849843ba26', 'abe@example.org', '8159bc9eb80adcf1f30f88842baab99d96ea09ffa0082dea7733eed319d84f7e', 'active', NULL, 1795212000000, 'stories events polls', 'weekly', 'abe', NULL, 'Checkbox of the account', 1795212000000, 1795212000000, 0, NULL, NULL);
INSERT INTO public.newsletter_subscriber VALUES ('4f6bc826-5c42-494c-98d2-6f7861321fe7', 'reader@example.org', '0de11c2f9cb0babc9d82e199a8b3d4e2e2a5c87903657a863c00566b05d84cb0', 'active', NULL, 1795125600000, 'stories events polls', 'weekly', NULL, NULL, 'Form on the website, confirmed by email', 1795125600000, 1795125600000, 0, NULL, NULL);
INSERT INTO public.newsletter_subscriber VALUES ('51b23d3d-2029-4e3b-a5ba-ef4ac3e2eb66', 'left@example.com', 'f919637ea9b2e87c329f8a257f8e03bc5f70011d341ea3ef9f607505ea037585', 'unsubscribed', 'one-click', 1795215600000, 'stories events polls', 'weekly', NULL, NULL, 'Form on the website, confirmed by email', 1795125600000, 1795125600000, 0, NULL, NULL);
INSERT INTO public.newsletter_subscriber VALUES ('884474f0-4d70-415e-906b-4bcbea511610', 'gone@example.net', '0b1e37b62ef5d990291aa75bd39880d8c454cc97b948a0385f53494dcf1d3001', 'bounced', 'hard', 1795215600000, 'stories events polls', 'weekly', NULL, NULL, 'Form on the website, confirmed by email', 1795125600000, 1795125600000, 0, 1795215600000, '550 5.1.1 No such user');

INSERT INTO public.open_form VALUES ('5f0d7ac2-1d5b-4c7e-9a0f-3b1d0c9e8a77', 'articles', 'd1', 'june', 1795212075000);

INSERT INTO public.passkey VALUES ('CmWBb6Ldu7xXCDEcQpSMTQ', 'ese96JJSi120Kke6RL7EOKB8nnat02pEKubA1tv4JYc', 'june', 'ashby.example', 'pQECAyYgASFYIAKZ0Q8-tqxrFijFkCV-jY_jICjIAxU2VaGaPelkBkzvIlggVSAoFpyPPBUQgzhStAjB5sFG9mXVm1EExCCXjikbqQc', 3, 'internal hybrid', 'Firefox on Windows', 1795212000000, NULL);

INSERT INTO public.passkey_challenge VALUES ('e3beb308d152b3ac726b688ee9c4c98c61020c49d62bc2fa8d4e022e0ddddb5a', 3590424000000);

INSERT INTO public.passkey_offer VALUES ('june', 'later');

INSERT INTO public.password VALUES ('abe', '$argon2id$abe', 1795176000000);
INSERT INTO public.password VALUES ('june', '$argon2id$june', 1795176000000);
INSERT INTO public.password VALUES ('may', '$argon2id$may', 1795176000000);

INSERT INTO public.picture VALUES ('e2c84090af54fffe6e51f3fcd5a8d2a9', 'market.png', 48, 40, 177, '#800080', NULL, 1, NULL, NULL, 5, 'market.png', 1795212000000, 1795212000000, 'june', NULL);
INSERT INTO public.picture VALUES ('e45a6c981c7f4826fc6afdca9c10712d', 'bridge.jpg', 64, 40, 304, '#7f007f', 'The bridge', 0, 'The bridge in May', 'Commons', 5, 'bridge.jpg the bridge the bridge in may commons', 1795212000000, 1795212000000, 'june', NULL);

INSERT INTO public.picture_file VALUES ('e2c84090af54fffe6e51f3fcd5a8d2a9-48.avif', 'e2c84090af54fffe6e51f3fcd5a8d2a9', 575, 'ff971cd32c45e53d54a983cb047223f4f0fc2113f51ba76d0863453694007804');
INSERT INTO public.picture_file VALUES ('e2c84090af54fffe6e51f3fcd5a8d2a9-48.jpeg', 'e2c84090af54fffe6e51f3fcd5a8d2a9', 569, 'f8f15010a3357a9b4c4cec45e8a5bf52748b794e885140ec36d4756ae0e67919');
INSERT INTO public.picture_file VALUES ('e2c84090af54fffe6e51f3fcd5a8d2a9-48.webp', 'e2c84090af54fffe6e51f3fcd5a8d2a9', 110, '2de589b08294d40c554cac3244f9f6381fa9d7341db8b161839deda2ac024214');
INSERT INTO public.picture_file VALUES ('e45a6c981c7f4826fc6afdca9c10712d-64.avif', 'e45a6c981c7f4826fc6afdca9c10712d', 381, '07d23f2fd34d38c5d5d090e4f4b1dc628680ba726ad293433f848a951532cab0');
INSERT INTO public.picture_file VALUES ('e45a6c981c7f4826fc6afdca9c10712d-64.jpeg', 'e45a6c981c7f4826fc6afdca9c10712d', 604, '15f642c2b6c9215b936f3d26c8399fd0f18fe106094843c9fc38bb097e21472e');
INSERT INTO public.picture_file VALUES ('e45a6c981c7f4826fc6afdca9c10712d-64.webp', 'e45a6c981c7f4826fc6afdca9c10712d', 140, '8c33bf2de563393d0b2858550b6523eba4d27de3dd6a2598c83b733d974df97b');

INSERT INTO public.picture_idle VALUES ('e2c84090af54fffe6e51f3fcd5a8d2a9', 1795212000000);

INSERT INTO public.picture_use VALUES ('articles', 'd1', 'draft', 'e45a6c981c7f4826fc6afdca9c10712d', 'lead', 'Bridge work continues');
INSERT INTO public.picture_use VALUES ('articles', 'd1', 'draft', 'e45a6c981c7f4826fc6afdca9c10712d', 'text', 'Bridge work continues');
INSERT INTO public.picture_use VALUES ('news', 'n2', 'trash', 'e45a6c981c7f4826fc6afdca9c10712d', 'lead', 'Old notice');

INSERT INTO public.picture_use_stale VALUES ('articles', 'd1');

INSERT INTO public.poll VALUES ('p1', 1, 1795176000000, 1795176000000, 'Bridge?', 'bridge?', '', 'Which?', 'verified', 'always', 1, 0, NULL, NULL, NULL, NULL, 9007199254740991, 1, 0, NULL);
INSERT INTO public.poll VALUES ('p2', 1, 1795176000000, 1795176000000, 'Old poll', 'old poll', '', 'Done.', 'verified', 'always', 1, 0, NULL, NULL, 1795176000000, 1795176000000, 1795176000000, 1, 1, NULL);

INSERT INTO public.poll_ballot VALUES ('p1', 'r1', 1, 'member', 'o0', 'i9jjCkBJW2stYNVt_WrlFlYhhP51yxHYTQU08OhdSg4', NULL, NULL);
INSERT INTO public.poll_ballot VALUES ('p2', 'r2', 1, 'member', 'p2o0', NULL, 1, 'h1');

INSERT INTO public.poll_closing VALUES ('p2', 1, 1795176000000, 1, '{"p2o0":1}', 'line', 'h2');

INSERT INTO public.poll_key VALUES ('p1', 'M-KU81TqWCEFI5J_r524YOOmAREmRHIHhVkbPqTCUZw');

INSERT INTO public.poll_network VALUES ('p1', 'net', 1, 0);

INSERT INTO public.poll_note VALUES ('p2', 1795176000000, 1, 'A note');

INSERT INTO public.poll_option VALUES ('o0', 'p1', 0, 'Way 0', 0);
INSERT INTO public.poll_option VALUES ('o1', 'p1', 1, 'Way 1', 0);
INSERT INTO public.poll_option VALUES ('p2o0', 'p2', 0, 'Yes', 0);
INSERT INTO public.poll_option VALUES ('p2o1', 'p2', 1, 'None of these', 1);

INSERT INTO public.poll_sealing VALUES ('p2', 'disk');

INSERT INTO public.poll_segment VALUES ('', '', 2);

INSERT INTO public.poll_text VALUES (4398046511105, '''0'':4 ''1'':6 ''bridg'':1A ''way'':3,5 ''which'':2');

INSERT INTO public.poll_voter VALUES ('p1', 'june', 'june', 'member', 1, 'net', 1795176000000);

INSERT INTO public.preview_link VALUES ('articles', 'd1', 'nSfTCxFBC-M-UA_HM3WV32HDJuBPBqUbMO5ZULrNftg', 0, 1795212000000, 1795816800000);

INSERT INTO public.recovery_code VALUES ('069cdc7e460b803dfd2571e74e819245fd6d6e16f3c2ca0c3228d65c7494bc7a', 'june', 1795212000000);
INSERT INTO public.recovery_code VALUES ('3ee35eefc4102c62cc5f9cb9dfcc8194ca755e9efeb0cd576b5a52ff5858198e', 'june', 1795212000000);
INSERT INTO public.recovery_code VALUES ('3f842bc01416755137aa8ac02594a22e9903ae5fdb5a5f2e96b105183ae7144b', 'june', 1795212000000);
INSERT INTO public.recovery_code VALUES ('4a18cdbebf17ca0579e2f97bf3153fefa74d3a755129bf37c352085d86931dae', 'june', 1795212000000);
INSERT INTO public.recovery_code VALUES ('56a4f668129cdcd27d104d40512bcb860a97a408bc9aaed146ce62aa55cd864d', 'june', 1795212000000);
INSERT INTO public.recovery_code VALUES ('6f7dd7d0f7b863cc05fa94551df50163e77e26b23a4eb89f70479713b3bfb071', 'june', 1795212000000);
INSERT INTO public.recovery_code VALUES ('aceedcccd6b20ecfdf9511a0247c9e51f2f1db1cde45dab76cd8030572d7bb3e', 'june', 1795212000000);
INSERT INTO public.recovery_code VALUES ('b87cee73b40bd693f96f71fd97afb2c47f05c976664d8b3d8e9fec3087eadee2', 'june', 1795212000000);
INSERT INTO public.recovery_code VALUES ('cf8cba2033d1e1106012919170062ec7d762f7d9b61cbfd9f2dab79192cb07f9', 'june', 1795212000000);
INSERT INTO public.recovery_code VALUES ('fc6474adce0f0499cb1fec5ce8a6dad46f16cac5919dd446123f4f9371a9a917', 'june', 1795212000000);

INSERT INTO public.redirect VALUES ('/2019/05/bridge', '/news/n1', 1795212000000, '85106339-5f80-4a5d-a83c-e8ebd6af1436');
INSERT INTO public.redirect VALUES ('/?p=12', 'https://example.org/12', 1795212000000, NULL);

INSERT INTO public.revision_picture VALUES ('articles', 'd1', 1, 'e45a6c981c7f4826fc6afdca9c10712d');
INSERT INTO public.revision_picture VALUES ('articles', 'd1', 2, 'e45a6c981c7f4826fc6afdca9c10712d');

INSERT INTO public.sample_item VALUES ('events', 'v2');

INSERT INTO public.search_document VALUES (1099511627777, 'articles', 'a0', 1795176000000, NULL);
INSERT INTO public.search_document VALUES (1099511627778, 'articles', 'a1', 1795176000000, NULL);
INSERT INTO public.search_document VALUES (2199023255553, 'news', 'n1', 1795176000000, NULL);
INSERT INTO public.search_document VALUES (2199023255554, 'news', 'e4761446-e4cb-8d7e-a579-4ea3975eff27', 1795183200000, NULL);
INSERT INTO public.search_document VALUES (3298534883329, 'events', 'v1', 1795262400000, '6bidOStxKuPOj2PmMFj17r');
INSERT INTO public.search_document VALUES (3298534883330, 'events', 'v2', 1795262400000, 'kyJhvcbSxmADl8pRRBaAZK');
INSERT INTO public.search_document VALUES (4398046511105, 'polls', 'p1', 1795176000000, NULL);
INSERT INTO public.search_document VALUES (5497558138881, 'businesses', 'b1', 1795176000000, NULL);

INSERT INTO public.search_progress VALUES ('articles', 1099511627778);
INSERT INTO public.search_progress VALUES ('news', 2199023255554);
INSERT INTO public.search_progress VALUES ('events', 3298534883330);
INSERT INTO public.search_progress VALUES ('polls', 4398046511105);
INSERT INTO public.search_progress VALUES ('businesses', 5497558138881);

INSERT INTO public.search_trigram VALUES (' qu', 'quotes');
INSERT INTO public.search_trigram VALUES ('quo', 'quotes');
INSERT INTO public.search_trigram VALUES ('uot', 'quotes');
INSERT INTO public.search_trigram VALUES ('ote', 'quotes');
INSERT INTO public.search_trigram VALUES ('tes', 'quotes');
INSERT INTO public.search_trigram VALUES ('es ', 'quotes');
INSERT INTO public.search_trigram VALUES (' ba', 'backslashes');
INSERT INTO public.search_trigram VALUES ('bac', 'backslashes');
INSERT INTO public.search_trigram VALUES ('ack', 'backslashes');
INSERT INTO public.search_trigram VALUES ('cks', 'backslashes');
INSERT INTO public.search_trigram VALUES ('ksl', 'backslashes');
INSERT INTO public.search_trigram VALUES ('sla', 'backslashes');
INSERT INTO public.search_trigram VALUES ('las', 'backslashes');
INSERT INTO public.search_trigram VALUES ('ash', 'backslashes');
INSERT INTO public.search_trigram VALUES ('she', 'backslashes');
INSERT INTO public.search_trigram VALUES ('hes', 'backslashes');
INSERT INTO public.search_trigram VALUES ('es ', 'backslashes');
INSERT INTO public.search_trigram VALUES (' ap', 'apostrophes');
INSERT INTO public.search_trigram VALUES ('apo', 'apostrophes');
INSERT INTO public.search_trigram VALUES ('pos', 'apostrophes');
INSERT INTO public.search_trigram VALUES ('ost', 'apostrophes');
INSERT INTO public.search_trigram VALUES ('str', 'apostrophes');
INSERT INTO public.search_trigram VALUES ('tro', 'apostrophes');
INSERT INTO public.search_trigram VALUES ('rop', 'apostrophes');
INSERT INTO public.search_trigram VALUES ('oph', 'apostrophes');
INSERT INTO public.search_trigram VALUES ('phe', 'apostrophes');
INSERT INTO public.search_trigram VALUES ('hes', 'apostrophes');
INSERT INTO public.search_trigram VALUES ('es ', 'apostrophes');
INSERT INTO public.search_trigram VALUES (' ne', 'newlines');
INSERT INTO public.search_trigram VALUES ('new', 'newlines');
INSERT INTO public.search_trigram VALUES ('ewl', 'newlines');
INSERT INTO public.search_trigram VALUES ('wli', 'newlines');
INSERT INTO public.search_trigram VALUES ('lin', 'newlines');
INSERT INTO public.search_trigram VALUES ('ine', 'newlines');
INSERT INTO public.search_trigram VALUES ('nes', 'newlines');
INSERT INTO public.search_trigram VALUES ('es ', 'newlines');
INSERT INTO public.search_trigram VALUES (' be', 'bells');
INSERT INTO public.search_trigram VALUES ('bel', 'bells');
INSERT INTO public.search_trigram VALUES ('ell', 'bells');
INSERT INTO public.search_trigram VALUES ('lls', 'bells');
INSERT INTO public.search_trigram VALUES ('ls ', 'bells');
INSERT INTO public.search_trigram VALUES (' br', 'bridge');
INSERT INTO public.search_trigram VALUES ('bri', 'bridge');
INSERT INTO public.search_trigram VALUES ('rid', 'bridge');
INSERT INTO public.search_trigram VALUES ('idg', 'bridge');
INSERT INTO public.search_trigram VALUES ('dge', 'bridge');
INSERT INTO public.search_trigram VALUES ('ge ', 'bridge');
INSERT INTO public.search_trigram VALUES (' re', 'reopens');
INSERT INTO public.search_trigram VALUES ('reo', 'reopens');
INSERT INTO public.search_trigram VALUES ('eop', 'reopens');
INSERT INTO public.search_trigram VALUES ('ope', 'reopens');
INSERT INTO public.search_trigram VALUES ('pen', 'reopens');
INSERT INTO public.search_trigram VALUES ('ens', 'reopens');
INSERT INTO public.search_trigram VALUES ('ns ', 'reopens');
INSERT INTO public.search_trigram VALUES (' fe', 'ferry');
INSERT INTO public.search_trigram VALUES ('fer', 'ferry');
INSERT INTO public.search_trigram VALUES ('err', 'ferry');
INSERT INTO public.search_trigram VALUES ('rry', 'ferry');
INSERT INTO public.search_trigram VALUES ('ry ', 'ferry');
INSERT INTO public.search_trigram VALUES (' sc', 'schedule');
INSERT INTO public.search_trigram VALUES ('sch', 'schedule');
INSERT INTO public.search_trigram VALUES ('che', 'schedule');
INSERT INTO public.search_trigram VALUES ('hed', 'schedule');
INSERT INTO public.search_trigram VALUES ('edu', 'schedule');
INSERT INTO public.search_trigram VALUES ('dul', 'schedule');
INSERT INTO public.search_trigram VALUES ('ule', 'schedule');
INSERT INTO public.search_trigram VALUES ('le ', 'schedule');
INSERT INTO public.search_trigram VALUES (' ch', 'changes');
INSERT INTO public.search_trigram VALUES ('cha', 'changes');
INSERT INTO public.search_trigram VALUES ('han', 'changes');
INSERT INTO public.search_trigram VALUES ('ang', 'changes');
INSERT INTO public.search_trigram VALUES ('nge', 'changes');
INSERT INTO public.search_trigram VALUES ('ges', 'changes');
INSERT INTO public.search_trigram VALUES ('es ', 'changes');
INSERT INTO public.search_trigram VALUES (' ca', 'café');
INSERT INTO public.search_trigram VALUES ('caf', 'café');
INSERT INTO public.search_trigram VALUES ('afe', 'café');
INSERT INTO public.search_trigram VALUES ('fe ', 'café');
INSERT INTO public.search_trigram VALUES (' co', 'concert');
INSERT INTO public.search_trigram VALUES ('con', 'concert');
INSERT INTO public.search_trigram VALUES ('onc', 'concert');
INSERT INTO public.search_trigram VALUES ('nce', 'concert');
INSERT INTO public.search_trigram VALUES ('cer', 'concert');
INSERT INTO public.search_trigram VALUES ('ert', 'concert');
INSERT INTO public.search_trigram VALUES ('rt ', 'concert');
INSERT INTO public.search_trigram VALUES (' fa', 'fair');
INSERT INTO public.search_trigram VALUES ('fai', 'fair');
INSERT INTO public.search_trigram VALUES ('air', 'fair');
INSERT INTO public.search_trigram VALUES ('ir ', 'fair');
INSERT INTO public.search_trigram VALUES (' ba', 'bäckerei');
INSERT INTO public.search_trigram VALUES ('bac', 'bäckerei');
INSERT INTO public.search_trigram VALUES ('ack', 'bäckerei');
INSERT INTO public.search_trigram VALUES ('cke', 'bäckerei');
INSERT INTO public.search_trigram VALUES ('ker', 'bäckerei');
INSERT INTO public.search_trigram VALUES ('ere', 'bäckerei');
INSERT INTO public.search_trigram VALUES ('rei', 'bäckerei');
INSERT INTO public.search_trigram VALUES ('ei ', 'bäckerei');

INSERT INTO public.search_word VALUES ('quotes');
INSERT INTO public.search_word VALUES ('backslashes');
INSERT INTO public.search_word VALUES ('apostrophes');
INSERT INTO public.search_word VALUES ('newlines');
INSERT INTO public.search_word VALUES ('bells');
INSERT INTO public.search_word VALUES ('bridge');
INSERT INTO public.search_word VALUES ('reopens');
INSERT INTO public.search_word VALUES ('ferry');
INSERT INTO public.search_word VALUES ('schedule');
INSERT INTO public.search_word VALUES ('changes');
INSERT INTO public.search_word VALUES ('café');
INSERT INTO public.search_word VALUES ('concert');
INSERT INTO public.search_word VALUES ('fair');
INSERT INTO public.search_word VALUES ('bäckerei');

INSERT INTO public.session VALUES ('abe', 'session of abe', 1795176000000, 1795176000000, 1795176000000, 'ab87531723c7cf098f43fa2d4b404067', NULL);
INSERT INTO public.session VALUES ('june', 'session of june', 1795176000000, 1795176000000, 1795176000000, '3c7575a3b9718d833769b9f6ad8d1b58', NULL);
INSERT INTO public.session VALUES ('may', 'session of may', 1795176000000, 1795176000000, 1795176000000, '5e74b12b89cc20c4a7a2d25ae9f3fd49', NULL);

INSERT INTO public.setup_link VALUES (1, 'link', 3590352000000);

INSERT INTO public.site_user VALUES ('abe', 1, 1795176000000, NULL, NULL);
INSERT INTO public.site_user VALUES ('claire', 0, 1795176000000, NULL, NULL);
INSERT INTO public.site_user VALUES ('june', 1, 1795176000000, NULL, NULL);
INSERT INTO public.site_user VALUES ('may', 0, 1795176000000, NULL, NULL);

INSERT INTO public.source VALUES ('19f741b8-6605-4350-bd0d-c966a50843f0', 'https://county.example/events.ics', 'County calendar', 'events', 'review', 'aggregator', NULL, 60, NULL, 1, 1795212000000, 'june', NULL, 1795212000000);
INSERT INTO public.source VALUES ('b03ad72c-12a6-4569-ae85-b8e42e19095c', 'https://ledger.example/feed.xml', 'The Hollow Ledger', 'news', 'review', 'primary', NULL, 60, 'https://ledger.example/', 1, 1795212000000, 'june', NULL, 1795215600000);
INSERT INTO public.source VALUES ('b0ca6abf-4ac0-4207-8455-476ce73a3ec8', 'https://calendar.example/events.ics', 'Town calendar', 'events', 'review', 'primary', NULL, 60, NULL, 1, 1795212000000, 'june', NULL, 1795212000000);
INSERT INTO public.source VALUES ('cda75e2d-0bdd-442e-9930-10e63d30236e', 'https://old.example/rss', 'Old paper', 'articles', 'publish', 'primary', NULL, 60, NULL, 2, 1795212000000, 'june', 1795215600000, NULL);

INSERT INTO public.source_check VALUES ('19f741b8-6605-4350-bd0d-c966a50843f0', 1795212000000, 120, 'new', NULL, 2, 2, 0, 0, 'Market of the winter', 'events', '18c9cab9-cbd8-85dc-8791-98d42c880716');
INSERT INTO public.source_check VALUES ('b03ad72c-12a6-4569-ae85-b8e42e19095c', 1795212000000, 120, 'new', NULL, 4, 4, 0, 0, 'Ferry schedule changes', 'news', 'e4761446-e4cb-8d7e-a579-4ea3975eff27');
INSERT INTO public.source_check VALUES ('b03ad72c-12a6-4569-ae85-b8e42e19095c', 1795215600000, 120, 'same', NULL, 4, 0, 1, 0, NULL, NULL, NULL);
INSERT INTO public.source_check VALUES ('b0ca6abf-4ac0-4207-8455-476ce73a3ec8', 1795212000000, 120, 'new', NULL, 2, 2, 0, 0, 'Winter market', 'events', '950d1202-5ed7-8b1b-ad7d-3293a8e7e209');

INSERT INTO public.source_day VALUES ('19f741b8-6605-4350-bd0d-c966a50843f0', '2026-11-20', 1, 0, 2);
INSERT INTO public.source_day VALUES ('b03ad72c-12a6-4569-ae85-b8e42e19095c', '2026-11-20', 2, 0, 4);
INSERT INTO public.source_day VALUES ('b0ca6abf-4ac0-4207-8455-476ce73a3ec8', '2026-11-20', 1, 0, 2);

INSERT INTO public.source_item VALUES ('19f741b8-6605-4350-bd0d-c966a50843f0', 'fair@calendar.example', 'events', '950d1202-5ed7-8b1b-ad7d-3293a8e7e209', '18c9cab9-cbd8-85dc-8791-98d42c880716', 'fair@calendar.example', '2026-12-05', 1796479200000, 1795212000000, 'market of the winter', 'hall', '{"title":"Market of the winter","link":"https://calendar.example/fair","description":"<p>Market of the winter for everyone.</p>","eventDate":"2026-12-05T14:00:00.000Z","endDate":"2026-12-05T16:00:00.000Z","allDay":false,"eventTime":"9:00 AM","eventLocation":"The Hall","status":"scheduled"}', '{"title":"Winter market","link":"https://calendar.example/market","description":"<p>Winter market for everyone.</p>","eventDate":"2026-12-05T14:00:00.000Z","endDate":"2026-12-05T16:00:00.000Z","allDay":false,"eventTime":"9:00 AM","eventLocation":"Town Hall, 1 Main Street","status":"scheduled"}', NULL, 1795212000000, NULL, 0, 1795212000000, 'june', NULL);
INSERT INTO public.source_item VALUES ('19f741b8-6605-4350-bd0d-c966a50843f0', 'film@calendar.example', 'events', '8172b8ae-f064-8e10-a8dc-9ced8d4075c7', '8172b8ae-f064-8e10-a8dc-9ced8d4075c7', 'film@calendar.example', '2026-12-19', 1797688800000, 1795212000000, 'film night', 'library', '{"title":"Film night","link":"https://calendar.example/film","description":"<p>Film night for everyone.</p>","eventDate":"2026-12-19T14:00:00.000Z","endDate":"2026-12-19T16:00:00.000Z","allDay":false,"eventTime":"9:00 AM","eventLocation":"Library","status":"scheduled"}', '{"title":"Film night","link":"https://calendar.example/film","description":"<p>Film night for everyone.</p>","eventDate":"2026-12-19T14:00:00.000Z","endDate":"2026-12-19T16:00:00.000Z","allDay":false,"eventTime":"9:00 AM","eventLocation":"Library","status":"scheduled"}', NULL, 1795212000000, NULL, 0, NULL, NULL, NULL);
INSERT INTO public.source_item VALUES ('b03ad72c-12a6-4569-ae85-b8e42e19095c', 'https://ledger.example/ad', 'news', '87778c53-8a3f-826f-80a7-8eca6960ba1f', '87778c53-8a3f-826f-80a7-8eca6960ba1f', 'https://ledger.example/ad', '2026-11-20', NULL, 1795183200000, 'buy now', NULL, '{"title":"Buy now","link":"https://ledger.example/ad","description":"<p>Cheap.</p>"}', '{"title":"Buy now","link":"https://ledger.example/ad","description":"<p>Cheap.</p>"}', 'discarded', 1795212000000, NULL, 0, NULL, NULL, NULL);
INSERT INTO public.source_item VALUES ('b03ad72c-12a6-4569-ae85-b8e42e19095c', 'https://ledger.example/ferry', 'news', 'e4761446-e4cb-8d7e-a579-4ea3975eff27', 'e4761446-e4cb-8d7e-a579-4ea3975eff27', 'https://ledger.example/ferry', '2026-11-20', NULL, 1795183200000, 'ferry schedule changes again', NULL, '{"title":"Ferry schedule changes again","link":"https://ledger.example/ferry","description":"<p>From January on.</p>"}', '{"title":"Ferry schedule changes","link":"https://ledger.example/ferry","description":"<p>From December on.</p>"}', 'published', 1795212000000, NULL, 0, NULL, NULL, NULL);
INSERT INTO public.source_item VALUES ('b03ad72c-12a6-4569-ae85-b8e42e19095c', 'https://ledger.example/later', 'news', '5652bc2b-18a4-8f8b-bac9-72addb7ec760', '5652bc2b-18a4-8f8b-bac9-72addb7ec760', 'https://ledger.example/later', '2026-11-20', NULL, 1795183200000, 'budget hearing', NULL, '{"title":"Budget hearing","link":"https://ledger.example/later","description":"<p>Next week.</p>"}', '{"title":"Budget hearing","link":"https://ledger.example/later","description":"<p>Next week.</p>"}', NULL, 1795212000000, NULL, 0, NULL, NULL, NULL);
INSERT INTO public.source_item VALUES ('b03ad72c-12a6-4569-ae85-b8e42e19095c', 'https://ledger.example/roof', 'news', 'cf3f0219-ff97-8fc5-a655-b9a954bac1e0', 'cf3f0219-ff97-8fc5-a655-b9a954bac1e0', 'https://ledger.example/roof', '2026-11-20', NULL, 1795183200000, 'library roof mended', NULL, '{"title":"Library roof mended","link":"https://ledger.example/roof","description":"<p>At last.</p>"}', '{"title":"Library roof mended","link":"https://ledger.example/roof","description":"<p>At last.</p>"}', NULL, 1795212000000, NULL, 0, NULL, NULL, NULL);
INSERT INTO public.source_item VALUES ('b0ca6abf-4ac0-4207-8455-476ce73a3ec8', 'choir@calendar.example', 'events', 'ea96ed43-9ab0-8234-917b-950e590c8433', 'ea96ed43-9ab0-8234-917b-950e590c8433', 'choir@calendar.example', '2026-12-12', 1797084000000, 1795212000000, 'choir evening', 'church', '{"title":"Choir evening","link":"https://calendar.example/choir","description":"<p>Choir evening for everyone.</p>","eventDate":"2026-12-12T14:00:00.000Z","endDate":"2026-12-12T16:00:00.000Z","allDay":false,"eventTime":"9:00 AM","eventLocation":"Church","status":"scheduled"}', '{"title":"Choir evening","link":"https://calendar.example/choir","description":"<p>Choir evening for everyone.</p>","eventDate":"2026-12-12T14:00:00.000Z","endDate":"2026-12-12T16:00:00.000Z","allDay":false,"eventTime":"9:00 AM","eventLocation":"Church","status":"scheduled"}', NULL, 1795212000000, NULL, 0, NULL, NULL, NULL);
INSERT INTO public.source_item VALUES ('b0ca6abf-4ac0-4207-8455-476ce73a3ec8', 'market@calendar.example', 'events', '950d1202-5ed7-8b1b-ad7d-3293a8e7e209', '950d1202-5ed7-8b1b-ad7d-3293a8e7e209', 'market@calendar.example', '2026-12-05', 1796479200000, 1795212000000, 'winter market', 'town hall', '{"title":"Winter market","link":"https://calendar.example/market","description":"<p>Winter market for everyone.</p>","eventDate":"2026-12-05T14:00:00.000Z","endDate":"2026-12-05T16:00:00.000Z","allDay":false,"eventTime":"9:00 AM","eventLocation":"Town Hall, 1 Main Street","status":"scheduled"}', '{"title":"Winter market","link":"https://calendar.example/market","description":"<p>Winter market for everyone.</p>","eventDate":"2026-12-05T14:00:00.000Z","endDate":"2026-12-05T16:00:00.000Z","allDay":false,"eventTime":"9:00 AM","eventLocation":"Town Hall, 1 Main Street","status":"scheduled"}', NULL, 1795212000000, NULL, 0, NULL, NULL, NULL);

INSERT INTO public.source_match VALUES ('19f741b8-6605-4350-bd0d-c966a50843f0', 'guid:fair@calendar.example', 'fair@calendar.example');
INSERT INTO public.source_match VALUES ('19f741b8-6605-4350-bd0d-c966a50843f0', 'guid:film@calendar.example', 'film@calendar.example');
INSERT INTO public.source_match VALUES ('19f741b8-6605-4350-bd0d-c966a50843f0', 'title:film night 2026-12-19', 'film@calendar.example');
INSERT INTO public.source_match VALUES ('19f741b8-6605-4350-bd0d-c966a50843f0', 'title:market of the winter 2026-12-05', 'fair@calendar.example');
INSERT INTO public.source_match VALUES ('19f741b8-6605-4350-bd0d-c966a50843f0', 'url:https://calendar.example/fair 2026-12-05', 'fair@calendar.example');
INSERT INTO public.source_match VALUES ('19f741b8-6605-4350-bd0d-c966a50843f0', 'url:https://calendar.example/film 2026-12-19', 'film@calendar.example');
INSERT INTO public.source_match VALUES ('19f741b8-6605-4350-bd0d-c966a50843f0', 'when:film night 2026-12-19T14:00:00Z', 'film@calendar.example');
INSERT INTO public.source_match VALUES ('19f741b8-6605-4350-bd0d-c966a50843f0', 'when:market of the winter 2026-12-05T14:00:00Z', 'fair@calendar.example');
INSERT INTO public.source_match VALUES ('b03ad72c-12a6-4569-ae85-b8e42e19095c', 'guid:/ad', 'https://ledger.example/ad');
INSERT INTO public.source_match VALUES ('b03ad72c-12a6-4569-ae85-b8e42e19095c', 'guid:/ferry', 'https://ledger.example/ferry');
INSERT INTO public.source_match VALUES ('b03ad72c-12a6-4569-ae85-b8e42e19095c', 'guid:/later', 'https://ledger.example/later');
INSERT INTO public.source_match VALUES ('b03ad72c-12a6-4569-ae85-b8e42e19095c', 'guid:/roof', 'https://ledger.example/roof');
INSERT INTO public.source_match VALUES ('b03ad72c-12a6-4569-ae85-b8e42e19095c', 'title:budget hearing 2026-11-20', 'https://ledger.example/later');
INSERT INTO public.source_match VALUES ('b03ad72c-12a6-4569-ae85-b8e42e19095c', 'title:buy now 2026-11-20', 'https://ledger.example/ad');
INSERT INTO public.source_match VALUES ('b03ad72c-12a6-4569-ae85-b8e42e19095c', 'title:ferry schedule changes 2026-11-20', 'https://ledger.example/ferry');
INSERT INTO public.source_match VALUES ('b03ad72c-12a6-4569-ae85-b8e42e19095c', 'title:ferry schedule changes again 2026-11-20', 'https://ledger.example/ferry');
INSERT INTO public.source_match VALUES ('b03ad72c-12a6-4569-ae85-b8e42e19095c', 'title:library roof mended 2026-11-20', 'https://ledger.example/roof');
INSERT INTO public.source_match VALUES ('b03ad72c-12a6-4569-ae85-b8e42e19095c', 'url:https://ledger.example/ad', 'https://ledger.example/ad');
INSERT INTO public.source_match VALUES ('b03ad72c-12a6-4569-ae85-b8e42e19095c', 'url:https://ledger.example/ferry', 'https://ledger.example/ferry');
INSERT INTO public.source_match VALUES ('b03ad72c-12a6-4569-ae85-b8e42e19095c', 'url:https://ledger.example/later', 'https://ledger.example/later');
INSERT INTO public.source_match VALUES ('b03ad72c-12a6-4569-ae85-b8e42e19095c', 'url:https://ledger.example/roof', 'https://ledger.example/roof');
INSERT INTO public.source_match VALUES ('b0ca6abf-4ac0-4207-8455-476ce73a3ec8', 'guid:choir@calendar.example', 'choir@calendar.example');
INSERT INTO public.source_match VALUES ('b0ca6abf-4ac0-4207-8455-476ce73a3ec8', 'guid:market@calendar.example', 'market@calendar.example');
INSERT INTO public.source_match VALUES ('b0ca6abf-4ac0-4207-8455-476ce73a3ec8', 'title:choir evening 2026-12-12', 'choir@calendar.example');
INSERT INTO public.source_match VALUES ('b0ca6abf-4ac0-4207-8455-476ce73a3ec8', 'title:winter market 2026-12-05', 'market@calendar.example');
INSERT INTO public.source_match VALUES ('b0ca6abf-4ac0-4207-8455-476ce73a3ec8', 'url:https://calendar.example/choir 2026-12-12', 'choir@calendar.example');
INSERT INTO public.source_match VALUES ('b0ca6abf-4ac0-4207-8455-476ce73a3ec8', 'url:https://calendar.example/market 2026-12-05', 'market@calendar.example');
INSERT INTO public.source_match VALUES ('b0ca6abf-4ac0-4207-8455-476ce73a3ec8', 'when:choir evening 2026-12-12T14:00:00Z', 'choir@calendar.example');
INSERT INTO public.source_match VALUES ('b0ca6abf-4ac0-4207-8455-476ce73a3ec8', 'when:winter market 2026-12-05T14:00:00Z', 'market@calendar.example');

INSERT INTO public.source_state VALUES ('19f741b8-6605-4350-bd0d-c966a50843f0', 0, NULL, 1795215458254, NULL, 1795212000000, 1795212000000, 1795212000000, 0, NULL, NULL, 0, NULL, '"1"', NULL, '1a518a00057d8dab38f8126e01552c5cb0720271547a98c2a54314114d2f67a5', 'ics', NULL, 0);
INSERT INTO public.source_state VALUES ('b03ad72c-12a6-4569-ae85-b8e42e19095c', 0, NULL, 1795219468316, NULL, 1795215600000, 1795215600000, 1795212000000, 0, NULL, NULL, 0, NULL, '"1"', NULL, '4ba7b46cd1095b7d341c72d76b1e0482328a870634cba41d50e82e2d70d7f89d', 'rss', NULL, 0);
INSERT INTO public.source_state VALUES ('b0ca6abf-4ac0-4207-8455-476ce73a3ec8', 0, NULL, 1795215838947, NULL, 1795212000000, 1795212000000, 1795212000000, 0, NULL, NULL, 0, NULL, '"1"', NULL, '9908565d7e0fc8de7c4579a51b55c9c6f838770306ee45d72b0b4255e9886cf1', 'ics', NULL, 0);
INSERT INTO public.source_state VALUES ('cda75e2d-0bdd-442e-9930-10e63d30236e', 0, NULL, 8640000000000000, NULL, NULL, NULL, NULL, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, 0);

INSERT INTO public.suppression_entry VALUES ('001795342585553-000000-bd411e39', 1795342585553, 'may', 'out');
INSERT INTO public.suppression_entry VALUES ('001795825209150-000000-c17c65d5', 1795825209150, 'newsletter:0b1e37b62ef5d990291aa75bd39880d8c454cc97b948a0385f53494dcf1d3001', 'out');
INSERT INTO public.suppression_entry VALUES ('001795825209153-000000-823d720e', 1795825209153, 'newsletter:f919637ea9b2e87c329f8a257f8e03bc5f70011d341ea3ef9f607505ea037585', 'out');

INSERT INTO public.throttle VALUES ('login:x', 2, 0, 3590352000000);

INSERT INTO public.town_setting VALUES ('firstStart', 'done');
INSERT INTO public.town_setting VALUES ('title', 'Ashby Commons');

INSERT INTO public.trash_item VALUES ('81062a94-0585-401b-abd5-499a69e3754c', 'polls', 'p3', 'published', 'Later buses?', '{"id":"p3","title":"Later buses?","description":"Why we ask.","options":[{"id":"cb4486b6-610b-4c3a-adcc-b7eaac82d103","text":"Yes"},{"id":"9ebf6d4b-6381-4279-9c39-67e117ec5755","text":"No"}],"voters":"verified","resultsShown":"always","maxChoices":1,"noneOfThese":false,"opensAt":null,"closesAt":null,"picture":null}', 1, 'eb204ac1-31e6-45fb-8ec7-6ae5cbae0c5a', 1795212000000, 'june', NULL, 1797804000000, NULL);
INSERT INTO public.trash_item VALUES ('afef0386-b12c-41db-b918-464a1b4be08f', 'news', 'n2', 'published', 'Old notice', '{"id":"n2","title":"Old notice","sourceId":"ledger:n2","link":"https://example.org/n2","pubDate":"2026-11-20T21:00:00.000Z","sourceName":"The Hollow Ledger","sourceUrl":"https://example.org/ledger","description":"<p>Text of n2.</p>","picture":"e45a6c981c7f4826fc6afdca9c10712d"}', 0, '71680044-325f-4a77-abcc-084ec9edbcb2', 1795212000000, 'june', NULL, 1797804000000, NULL);

INSERT INTO public.trash_row VALUES ('81062a94-0585-401b-abd5-499a69e3754c', 0, 'poll', '[{"id":"p3","version":1,"createdAt":1795212000000,"updatedAt":1795212000000,"title":"Later buses?","titleKey":"later buses?","deck":"Why we ask.","description":"Why we ask.","voters":"verified","resultsShown":"always","maxChoices":1,"noneOfThese":0,"opensAt":null,"closesAt":null,"closedAt":null,"archivedAt":null,"endsAt":9007199254740991,"round":1,"archived":0,"picture":null}]');
INSERT INTO public.trash_row VALUES ('81062a94-0585-401b-abd5-499a69e3754c', 1, 'poll_option', '[{"id":"9ebf6d4b-6381-4279-9c39-67e117ec5755","pollId":"p3","position":1,"text":"No","isNone":0},{"id":"cb4486b6-610b-4c3a-adcc-b7eaac82d103","pollId":"p3","position":0,"text":"Yes","isNone":0}]');
INSERT INTO public.trash_row VALUES ('81062a94-0585-401b-abd5-499a69e3754c', 2, 'poll_voter', '[{"pollId":"p3","voter":"june","userId":"june","kind":"member","round":1,"network":"net","votedAt":1795212000000}]');
INSERT INTO public.trash_row VALUES ('81062a94-0585-401b-abd5-499a69e3754c', 4, 'poll_network', '[{"pollId":"p3","network":"net","voters":1,"refused":0}]');
INSERT INTO public.trash_row VALUES ('81062a94-0585-401b-abd5-499a69e3754c', 5, 'poll_ballot', '[{"pollId":"p3","receipt":"r3","round":1,"kind":"member","choices":"cb4486b6-610b-4c3a-adcc-b7eaac82d103","ref":"E2Z8W65fxNescysLFp72t0I-DIftj5PoeeBXsN08Ruo","position":null,"hash":null}]');
INSERT INTO public.trash_row VALUES ('afef0386-b12c-41db-b918-464a1b4be08f', 0, 'news_item', '[{"id":"n2","version":1,"createdAt":1795212000000,"updatedAt":1795212000000,"title":"Old notice","sourceId":"ledger:n2","link":"https://example.org/n2","pubDate":1795208400000,"sourceName":"The Hollow Ledger","sourceUrl":"https://example.org/ledger","deck":"Text of n2.","image":null,"description":"<p>Text of n2.</p>","picture":"e45a6c981c7f4826fc6afdca9c10712d"}]');

INSERT INTO public.trash_secret VALUES ('81062a94-0585-401b-abd5-499a69e3754c', 3, 'poll_key', '[{"pollId":"p3","key":"QTaaKiP6PG3lEE6SUJ_IF0NYdrXToMa2eSPv36cVeLc"}]');

INSERT INTO public.verified_address VALUES ('abe', 'abe@example.org', 1795176000000);
INSERT INTO public.verified_address VALUES ('june', 'june@example.org', 1795176000000);
INSERT INTO public.verified_address VALUES ('may', 'may@example.org', 1795176000000);

SELECT pg_catalog.setval('public.article_text_number', 1099511627778, true);

SELECT pg_catalog.setval('public.business_text_number', 5497558138881, true);

SELECT pg_catalog.setval('public.event_text_number', 3298534883330, true);

SELECT pg_catalog.setval('public.news_item_text_number', 2199023255554, true);

SELECT pg_catalog.setval('public.poll_text_number', 4398046511105, true);

ALTER TABLE ONLY public.address_claim
    ADD CONSTRAINT address_claim_of_user PRIMARY KEY ("userId");

ALTER TABLE ONLY public.address_proof
    ADD CONSTRAINT address_proof_pkey PRIMARY KEY ("tokenHash");

ALTER TABLE ONLY public.api_token
    ADD CONSTRAINT api_token_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.api_token
    ADD CONSTRAINT "api_token_tokenHash_key" UNIQUE ("tokenHash");

ALTER TABLE ONLY public.article
    ADD CONSTRAINT article_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.article_segment
    ADD CONSTRAINT article_segment_key PRIMARY KEY (sort, id);

ALTER TABLE ONLY public.article_tag
    ADD CONSTRAINT article_tag_key PRIMARY KEY (tag, "articleId");

ALTER TABLE ONLY public.article_text
    ADD CONSTRAINT article_text_pkey PRIMARY KEY (number);

ALTER TABLE ONLY public.audit_entry
    ADD CONSTRAINT audit_entry_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.backup_run
    ADD CONSTRAINT backup_run_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.backup_setting
    ADD CONSTRAINT backup_setting_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.business
    ADD CONSTRAINT business_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.business_segment
    ADD CONSTRAINT business_segment_key PRIMARY KEY (sort, id);

ALTER TABLE ONLY public.business_text
    ADD CONSTRAINT business_text_pkey PRIMARY KEY (number);

ALTER TABLE ONLY public.collection_revision
    ADD CONSTRAINT collection_revision_pkey PRIMARY KEY (collection);

ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.event_segment
    ADD CONSTRAINT event_segment_key PRIMARY KEY (sort, id);

ALTER TABLE ONLY public.event_text
    ADD CONSTRAINT event_text_pkey PRIMARY KEY (number);

ALTER TABLE ONLY public.feed_topic
    ADD CONSTRAINT feed_topic_pkey PRIMARY KEY (topic);

ALTER TABLE ONLY public.identity
    ADD CONSTRAINT identity_of_issuer PRIMARY KEY (issuer, subject);

ALTER TABLE ONLY public.inbox_action
    ADD CONSTRAINT inbox_action_pkey PRIMARY KEY (number);

ALTER TABLE ONLY public.inbox_entry
    ADD CONSTRAINT inbox_entry_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.item_revision
    ADD CONSTRAINT item_revision_key PRIMARY KEY (collection, id, revision);

ALTER TABLE ONLY public.item_version
    ADD CONSTRAINT item_version_key PRIMARY KEY (collection, id, state, version, "updatedAt");

ALTER TABLE ONLY public.job_lease
    ADD CONSTRAINT job_lease_pkey PRIMARY KEY (job);

ALTER TABLE ONLY public.job_request
    ADD CONSTRAINT job_request_pkey PRIMARY KEY (job);

ALTER TABLE ONLY public.kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.mail
    ADD CONSTRAINT mail_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.match_rule
    ADD CONSTRAINT match_rule_pkey PRIMARY KEY (kind, one, other);

ALTER TABLE ONLY public.missing_address
    ADD CONSTRAINT missing_address_pkey PRIMARY KEY (path);

ALTER TABLE ONLY public.move_in
    ADD CONSTRAINT move_in_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.move_in_problem
    ADD CONSTRAINT move_in_problem_pkey PRIMARY KEY ("moveIn", number);

ALTER TABLE ONLY public.moved_item
    ADD CONSTRAINT moved_item_pkey PRIMARY KEY (origin, kind, key);

ALTER TABLE ONLY public.news_item
    ADD CONSTRAINT news_item_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.news_item_segment
    ADD CONSTRAINT news_item_segment_key PRIMARY KEY (sort, id);

ALTER TABLE ONLY public.news_item_text
    ADD CONSTRAINT news_item_text_pkey PRIMARY KEY (number);

ALTER TABLE ONLY public.newsletter_bounce
    ADD CONSTRAINT newsletter_bounce_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.newsletter_confirmation
    ADD CONSTRAINT newsletter_confirmation_pkey PRIMARY KEY ("tokenHash");

ALTER TABLE ONLY public.newsletter_issue
    ADD CONSTRAINT newsletter_issue_number_key UNIQUE (number);

ALTER TABLE ONLY public.newsletter_issue
    ADD CONSTRAINT newsletter_issue_occasion_key UNIQUE (occasion);

ALTER TABLE ONLY public.newsletter_issue
    ADD CONSTRAINT newsletter_issue_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.newsletter_issue
    ADD CONSTRAINT newsletter_issue_slug_key UNIQUE (slug);

ALTER TABLE ONLY public.newsletter_link
    ADD CONSTRAINT newsletter_link_pkey PRIMARY KEY (token);

ALTER TABLE ONLY public.newsletter_member_stale
    ADD CONSTRAINT newsletter_member_stale_pkey PRIMARY KEY ("userId");

ALTER TABLE ONLY public.newsletter_recipient
    ADD CONSTRAINT newsletter_recipient_pkey PRIMARY KEY (issue, address);

ALTER TABLE ONLY public.newsletter_recipient
    ADD CONSTRAINT newsletter_recipient_tag_key UNIQUE (tag);

ALTER TABLE ONLY public.newsletter_setting
    ADD CONSTRAINT newsletter_setting_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.newsletter_subscriber
    ADD CONSTRAINT "newsletter_subscriber_addressHash_key" UNIQUE ("addressHash");

ALTER TABLE ONLY public.newsletter_subscriber
    ADD CONSTRAINT newsletter_subscriber_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.open_form
    ADD CONSTRAINT open_form_key PRIMARY KEY (form);

ALTER TABLE ONLY public.passkey_challenge
    ADD CONSTRAINT passkey_challenge_pkey PRIMARY KEY ("challengeHash");

ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT "passkey_credentialId_key" UNIQUE ("credentialId");

ALTER TABLE ONLY public.passkey_offer
    ADD CONSTRAINT passkey_offer_pkey PRIMARY KEY ("userId");

ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.password
    ADD CONSTRAINT password_of_user PRIMARY KEY ("userId");

ALTER TABLE ONLY public.picture_file
    ADD CONSTRAINT picture_file_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.picture_idle
    ADD CONSTRAINT picture_idle_pkey PRIMARY KEY (picture);

ALTER TABLE ONLY public.picture
    ADD CONSTRAINT picture_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.picture_use
    ADD CONSTRAINT picture_use_pkey PRIMARY KEY (collection, "itemId", state, picture, place);

ALTER TABLE ONLY public.picture_use_stale
    ADD CONSTRAINT picture_use_stale_pkey PRIMARY KEY (collection, "itemId");

ALTER TABLE ONLY public.poll_ballot
    ADD CONSTRAINT poll_ballot_of_receipt PRIMARY KEY ("pollId", receipt);

ALTER TABLE ONLY public.poll_closing
    ADD CONSTRAINT poll_closing_of_round PRIMARY KEY ("pollId", round);

ALTER TABLE ONLY public.poll_key
    ADD CONSTRAINT poll_key_pkey PRIMARY KEY ("pollId");

ALTER TABLE ONLY public.poll_network
    ADD CONSTRAINT poll_network_of_poll PRIMARY KEY ("pollId", network);

ALTER TABLE ONLY public.poll_note
    ADD CONSTRAINT poll_note_of_poll PRIMARY KEY ("pollId", number);

ALTER TABLE ONLY public.poll_option
    ADD CONSTRAINT poll_option_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.poll
    ADD CONSTRAINT poll_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.poll_sealing
    ADD CONSTRAINT poll_sealing_pkey PRIMARY KEY ("pollId");

ALTER TABLE ONLY public.poll_segment
    ADD CONSTRAINT poll_segment_key PRIMARY KEY (sort, id);

ALTER TABLE ONLY public.poll_text
    ADD CONSTRAINT poll_text_pkey PRIMARY KEY (number);

ALTER TABLE ONLY public.poll_voter
    ADD CONSTRAINT poll_voter_pkey PRIMARY KEY ("pollId", voter);

ALTER TABLE ONLY public.preview_link
    ADD CONSTRAINT preview_link_key PRIMARY KEY (collection, "itemId");

ALTER TABLE ONLY public.preview_link
    ADD CONSTRAINT preview_link_secret UNIQUE ("tokenHash");

ALTER TABLE ONLY public.recovery_code
    ADD CONSTRAINT recovery_code_pkey PRIMARY KEY ("codeHash");

ALTER TABLE ONLY public.redirect
    ADD CONSTRAINT redirect_pkey PRIMARY KEY ("fromPath");

ALTER TABLE ONLY public.revision_picture
    ADD CONSTRAINT revision_picture_key PRIMARY KEY (collection, id, revision, picture);

ALTER TABLE ONLY public.sample_item
    ADD CONSTRAINT sample_item_key PRIMARY KEY (collection, id);

ALTER TABLE ONLY public.search_document
    ADD CONSTRAINT search_document_item UNIQUE (kind, "itemId");

ALTER TABLE ONLY public.search_document
    ADD CONSTRAINT search_document_pkey PRIMARY KEY (number);

ALTER TABLE ONLY public.search_progress
    ADD CONSTRAINT search_progress_pkey PRIMARY KEY (kind);

ALTER TABLE ONLY public.search_stale
    ADD CONSTRAINT search_stale_pkey PRIMARY KEY (kind, "itemId");

ALTER TABLE ONLY public.search_trigram
    ADD CONSTRAINT search_trigram_key PRIMARY KEY (trigram, word);

ALTER TABLE ONLY public.search_word
    ADD CONSTRAINT search_word_pkey PRIMARY KEY (word);

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_pkey PRIMARY KEY ("tokenHash");

ALTER TABLE ONLY public.setup_link
    ADD CONSTRAINT setup_link_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.site_user
    ADD CONSTRAINT site_user_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.source
    ADD CONSTRAINT source_address_key UNIQUE (address);

ALTER TABLE ONLY public.source_check
    ADD CONSTRAINT source_check_pkey PRIMARY KEY (source, at);

ALTER TABLE ONLY public.source_day
    ADD CONSTRAINT source_day_pkey PRIMARY KEY (source, day);

ALTER TABLE ONLY public.source_item
    ADD CONSTRAINT source_item_pkey PRIMARY KEY (source, key);

ALTER TABLE ONLY public.source_match
    ADD CONSTRAINT source_match_pkey PRIMARY KEY (source, match);

ALTER TABLE ONLY public.source
    ADD CONSTRAINT source_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.source_state
    ADD CONSTRAINT source_state_pkey PRIMARY KEY (source);

ALTER TABLE ONLY public.suppression_entry
    ADD CONSTRAINT suppression_entry_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.throttle
    ADD CONSTRAINT throttle_pkey PRIMARY KEY (subject);

ALTER TABLE ONLY public.town_setting
    ADD CONSTRAINT town_setting_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.trash_item
    ADD CONSTRAINT trash_item_key PRIMARY KEY (id);

ALTER TABLE ONLY public.trash_row
    ADD CONSTRAINT trash_row_key PRIMARY KEY ("trashId", part);

ALTER TABLE ONLY public.trash_secret
    ADD CONSTRAINT trash_secret_key PRIMARY KEY ("trashId", part);

ALTER TABLE ONLY public.verified_address
    ADD CONSTRAINT verified_address_of_user UNIQUE ("userId");

ALTER TABLE ONLY public.verified_address
    ADD CONSTRAINT verified_address_pkey PRIMARY KEY (address);

CREATE INDEX address_claim_by_address ON public.address_claim USING btree (address);

CREATE INDEX address_proof_by_address ON public.address_proof USING btree (address);

CREATE INDEX address_proof_by_user ON public.address_proof USING btree ("userId");

CREATE INDEX article_corrected ON public.article USING btree ("updatedAt", id) WHERE (corrections IS NOT NULL);

CREATE INDEX article_newest ON public.article USING btree ("pubDate", id);

CREATE INDEX article_of_source ON public.article USING btree ("sourceName", "pubDate", id);

CREATE UNIQUE INDEX article_pinned ON public.article USING btree (pinned) WHERE (pinned = 1);

CREATE INDEX article_tag_newest ON public.article_tag USING btree (tag, "pubDate", "articleId");

CREATE INDEX article_tag_of_article ON public.article_tag USING btree ("articleId");

CREATE INDEX article_text_words ON public.article_text USING gin (words);

CREATE INDEX audit_entry_by_actor ON public.audit_entry USING btree ("actorId", at);

CREATE INDEX audit_entry_by_time ON public.audit_entry USING btree (at, id);

CREATE INDEX backup_run_by_time ON public.backup_run USING btree (at, id);

CREATE INDEX business_by_category ON public.business USING btree (category, "nameKey", id);

CREATE INDEX business_by_name ON public.business USING btree ("nameKey", id);

CREATE INDEX business_text_words ON public.business_text USING gin (words);

CREATE INDEX event_by_category ON public.event USING btree (category, "eventDate", id);

CREATE INDEX event_by_place ON public.event USING btree ("eventLocation", "eventDate", id);

CREATE INDEX event_lasting ON public.event USING btree ("eventDate", id) WHERE (("endDate" - "eventDate") >= 86400000);

CREATE INDEX event_latest ON public.event USING btree ("updatedAt" DESC, "eventDate", id, "endDate");

CREATE INDEX event_newest ON public.event USING btree ("pubDate", id);

CREATE INDEX event_of_series ON public.event USING btree ("seriesId", "recurrenceId", id) WHERE ("seriesId" IS NOT NULL);

CREATE INDEX event_soonest ON public.event USING btree ("eventDate", id);

CREATE INDEX event_text_words ON public.event_text USING gin (words);

CREATE UNIQUE INDEX identity_of_user ON public.identity USING btree ("userId", issuer);

CREATE INDEX inbox_action_batch ON public.inbox_action USING btree (batch);

CREATE INDEX inbox_entry_counted ON public.inbox_entry USING btree (source, kind, collection, stack, "snoozedUntil", "receivedAt");

CREATE INDEX inbox_entry_latest ON public.inbox_entry USING btree (collection, "receivedAt", id);

CREATE INDEX inbox_entry_newest ON public.inbox_entry USING btree ("receivedAt", id);

CREATE UNIQUE INDEX inbox_entry_of ON public.inbox_entry USING btree (collection, "itemId");

CREATE INDEX inbox_entry_soonest ON public.inbox_entry USING btree (collection, "startAt", id);

CREATE INDEX inbox_entry_stack ON public.inbox_entry USING btree (stack, "startAt", id);

CREATE INDEX item_revision_by_time ON public.item_revision USING btree ("savedAt");

CREATE INDEX item_revision_of_user ON public.item_revision USING btree ("savedBy") WHERE ("savedBy" IS NOT NULL);

CREATE INDEX item_version_by_time ON public.item_version USING btree (collection, state, "publishAt", id);

CREATE INDEX item_version_due ON public.item_version USING btree ("publishAt", id);

CREATE UNIQUE INDEX item_version_prepared ON public.item_version USING btree (collection, id, state) WHERE (state = ANY (ARRAY['draft'::text, 'scheduled'::text, 'review'::text]));

CREATE INDEX item_version_state ON public.item_version USING btree (collection, state, "updatedAt", id);

CREATE INDEX mail_by_state ON public.mail USING btree (state, "nextAttemptAt", id);

CREATE INDEX mail_of_recipient ON public.mail USING btree (recipient);

CREATE INDEX missing_address_most ON public.missing_address USING btree (ignored, requests, path);

CREATE INDEX missing_address_oldest ON public.missing_address USING btree ("lastAt", path);

CREATE INDEX move_in_newest ON public.move_in USING btree ("createdAt", id);

CREATE INDEX move_in_problem_class ON public.move_in_problem USING btree ("moveIn", verdict, class, number);

CREATE INDEX move_in_wanted ON public.move_in USING btree (wanted, "createdAt") WHERE (wanted IS NOT NULL);

CREATE INDEX moved_item_item ON public.moved_item USING btree (kind, "itemId");

CREATE INDEX moved_item_of ON public.moved_item USING btree ("moveIn", kind, origin, key);

CREATE INDEX news_item_newest ON public.news_item USING btree ("pubDate", id);

CREATE INDEX news_item_of_source ON public.news_item USING btree ("sourceName", "pubDate", id);

CREATE INDEX news_item_text_words ON public.news_item_text USING gin (words);

CREATE INDEX newsletter_bounce_newest ON public.newsletter_bounce USING btree (at, id);

CREATE INDEX newsletter_bounce_of ON public.newsletter_bounce USING btree (subscriber, at);

CREATE INDEX newsletter_confirmation_expires ON public.newsletter_confirmation USING btree ("expiresAt");

CREATE INDEX newsletter_confirmation_of ON public.newsletter_confirmation USING btree (subscriber);

CREATE INDEX newsletter_issue_newest ON public.newsletter_issue USING btree ("createdAt", id);

CREATE INDEX newsletter_issue_sent ON public.newsletter_issue USING btree (number, id);

CREATE INDEX newsletter_issue_started ON public.newsletter_issue USING btree ("startedAt", id);

CREATE INDEX newsletter_issue_state ON public.newsletter_issue USING btree (state, "sendAt");

CREATE INDEX newsletter_link_of ON public.newsletter_link USING btree (subscriber, "createdAt");

CREATE INDEX newsletter_recipient_domain ON public.newsletter_recipient USING btree (issue, state, domain, "nextAttemptAt", address);

CREATE INDEX newsletter_recipient_next ON public.newsletter_recipient USING btree (issue, state, "nextAttemptAt", address);

CREATE INDEX newsletter_recipient_of ON public.newsletter_recipient USING btree (subscriber, issue);

CREATE INDEX newsletter_recipient_unsubscribed ON public.newsletter_recipient USING btree (issue, "unsubscribedAt", address) WHERE ("unsubscribedAt" IS NOT NULL);

CREATE INDEX newsletter_subscriber_address ON public.newsletter_subscriber USING btree (address);

CREATE INDEX newsletter_subscriber_flag ON public.newsletter_subscriber USING btree (flag, "createdAt", id) WHERE (flag IS NOT NULL);

CREATE INDEX newsletter_subscriber_newest ON public.newsletter_subscriber USING btree ("createdAt", id);

CREATE INDEX newsletter_subscriber_state ON public.newsletter_subscriber USING btree (state, "stateAt", id);

CREATE INDEX newsletter_subscriber_user ON public.newsletter_subscriber USING btree ("userId");

CREATE INDEX open_form_expired ON public.open_form USING btree ("expiresAt");

CREATE INDEX open_form_of_item ON public.open_form USING btree (collection, "itemId", "expiresAt");

CREATE INDEX open_form_of_user ON public.open_form USING btree ("userId");

CREATE INDEX passkey_by_user ON public.passkey USING btree ("userId");

CREATE INDEX password_foreign ON public.password USING btree (hash) WHERE (substr(hash, 1, 10) <> '$argon2id$'::text);

CREATE INDEX picture_file_of ON public.picture_file USING btree (picture);

CREATE INDEX picture_idle_since ON public.picture_idle USING btree (since, picture);

CREATE INDEX picture_newest ON public.picture USING btree ("createdAt", id);

CREATE INDEX picture_of_user ON public.picture USING btree ("addedBy") WHERE ("addedBy" IS NOT NULL);

CREATE INDEX picture_use_of ON public.picture_use USING btree (picture);

CREATE INDEX picture_without_words ON public.picture USING btree ("createdAt", id) WHERE ((alt IS NULL) AND (decorative = 0));

CREATE INDEX poll_ballot_counted ON public.poll_ballot USING btree ("pollId", round, kind, choices);

CREATE UNIQUE INDEX poll_ballot_position ON public.poll_ballot USING btree ("pollId", "position");

CREATE UNIQUE INDEX poll_ballot_ref ON public.poll_ballot USING btree ("pollId", ref);

CREATE INDEX poll_by_title ON public.poll USING btree ("titleKey", id);

CREATE INDEX poll_due ON public.poll USING btree ("closedAt", "closesAt");

CREATE INDEX poll_newest ON public.poll USING btree ("createdAt", id);

CREATE UNIQUE INDEX poll_option_of_poll ON public.poll_option USING btree ("pollId", "position");

CREATE INDEX poll_public ON public.poll USING btree (archived, "endsAt", id);

CREATE INDEX poll_text_words ON public.poll_text USING gin (words);

CREATE INDEX poll_voter_network ON public.poll_voter USING btree ("pollId", voter) WHERE (network IS NOT NULL);

CREATE INDEX poll_voter_of_user ON public.poll_voter USING btree ("userId");

CREATE INDEX preview_link_expired ON public.preview_link USING btree ("expiresAt");

CREATE INDEX recovery_code_by_user ON public.recovery_code USING btree ("userId");

CREATE INDEX redirect_moved ON public.redirect USING btree ("moveIn", "fromPath") WHERE ("moveIn" IS NOT NULL);

CREATE INDEX redirect_newest ON public.redirect USING btree ("createdAt", "fromPath");

CREATE INDEX revision_picture_used ON public.revision_picture USING btree (picture);

CREATE INDEX search_stale_order ON public.search_stale USING btree (kind, date, "itemId");

CREATE UNIQUE INDEX session_by_id ON public.session USING btree (id);

CREATE INDEX session_by_user ON public.session USING btree ("userId");

CREATE INDEX source_item_latest ON public.source_item USING btree (source, decision, "firstSeenAt");

CREATE INDEX source_item_listed ON public.source_item USING btree (source, "startAt", key) WHERE ("absentSince" IS NULL);

CREATE INDEX source_item_merged ON public.source_item USING btree (source, "mergedAt", key) WHERE ("mergedAt" IS NOT NULL);

CREATE INDEX source_item_of ON public.source_item USING btree (collection, "itemId");

CREATE UNIQUE INDEX source_item_own ON public.source_item USING btree (collection, "ownId");

CREATE INDEX source_item_recent ON public.source_item USING btree (decision, "firstSeenAt") WHERE ("mergedAt" IS NULL);

CREATE INDEX source_item_same ON public.source_item USING btree (collection, day, "titleKey");

CREATE INDEX source_item_series ON public.source_item USING btree (source, series, decision);

CREATE INDEX source_item_starts ON public.source_item USING btree (source, "startAt");

CREATE INDEX source_item_unconfirmed ON public.source_item USING btree ("startAt") WHERE (unconfirmed = 1);

CREATE INDEX source_match_of ON public.source_match USING btree (source, key);

CREATE INDEX source_state_next ON public.source_state USING btree ("nextAt");

CREATE INDEX suppression_entry_by_time ON public.suppression_entry USING btree (at, id);

CREATE INDEX trash_item_counts ON public.trash_item USING btree (collection, batch, "expiresAt");

CREATE INDEX trash_item_due ON public.trash_item USING btree ("expiresAt");

CREATE INDEX trash_item_linked ON public.trash_item USING btree ("linkedUntil") WHERE ("linkedUntil" IS NOT NULL);

CREATE INDEX trash_item_newest ON public.trash_item USING btree ("removedAt", id);

CREATE INDEX trash_item_of_batch ON public.trash_item USING btree (batch);

CREATE INDEX trash_item_of_collection ON public.trash_item USING btree (collection, "removedAt", id);

CREATE INDEX trash_item_of_item ON public.trash_item USING btree (collection, "itemId", "removedAt");

CREATE INDEX trash_item_of_user ON public.trash_item USING btree ("removedBy") WHERE ("removedBy" IS NOT NULL);

CREATE INDEX trash_row_of_table ON public.trash_row USING btree ("tableName");

CREATE TRIGGER article_lists AFTER DELETE OR UPDATE ON public.article FOR EACH ROW EXECUTE FUNCTION public.list_article();

CREATE TRIGGER article_lists_new AFTER INSERT ON public.article REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.list_new_article();

CREATE TRIGGER article_lists_none AFTER TRUNCATE ON public.article FOR EACH STATEMENT EXECUTE FUNCTION public.list_article();

CREATE TRIGGER article_pictures AFTER INSERT OR DELETE OR UPDATE ON public.article FOR EACH ROW EXECUTE FUNCTION public.note_pictures_of_article();

CREATE TRIGGER article_raises AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.article FOR EACH STATEMENT EXECUTE FUNCTION public.raise_article();

CREATE TRIGGER article_segments_delete AFTER DELETE ON public.article REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.count_article();

CREATE TRIGGER article_segments_insert AFTER INSERT ON public.article REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.count_article();

CREATE TRIGGER article_segments_truncate AFTER TRUNCATE ON public.article FOR EACH STATEMENT EXECUTE FUNCTION public.count_article();

CREATE TRIGGER article_segments_update AFTER UPDATE ON public.article REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.count_article();

CREATE TRIGGER article_tags_delete AFTER DELETE ON public.article FOR EACH ROW WHEN ((old.tags IS NOT NULL)) EXECUTE FUNCTION public.tag_article();

CREATE TRIGGER article_tags_insert AFTER INSERT ON public.article FOR EACH ROW WHEN ((new.tags IS NOT NULL)) EXECUTE FUNCTION public.tag_article();

CREATE TRIGGER article_tags_truncate AFTER TRUNCATE ON public.article FOR EACH STATEMENT EXECUTE FUNCTION public.tag_article();

CREATE TRIGGER article_tags_update AFTER UPDATE ON public.article FOR EACH ROW WHEN (((new.tags IS DISTINCT FROM old.tags) OR ((new.tags IS NOT NULL) AND (new."pubDate" <> old."pubDate")))) EXECUTE FUNCTION public.tag_article();

CREATE TRIGGER audit_entry_keeps BEFORE DELETE OR UPDATE ON public.audit_entry FOR EACH ROW EXECUTE FUNCTION public.keep_audit_entry();

CREATE TRIGGER audit_entry_stays BEFORE TRUNCATE ON public.audit_entry FOR EACH STATEMENT EXECUTE FUNCTION public.keep_all_audit_entry();

CREATE TRIGGER business_lists AFTER DELETE OR UPDATE ON public.business FOR EACH ROW EXECUTE FUNCTION public.list_business();

CREATE TRIGGER business_lists_new AFTER INSERT ON public.business REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.list_new_business();

CREATE TRIGGER business_lists_none AFTER TRUNCATE ON public.business FOR EACH STATEMENT EXECUTE FUNCTION public.list_business();

CREATE TRIGGER business_pictures AFTER INSERT OR DELETE OR UPDATE ON public.business FOR EACH ROW EXECUTE FUNCTION public.note_pictures_of_business();

CREATE TRIGGER business_raises AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.business FOR EACH STATEMENT EXECUTE FUNCTION public.raise_business();

CREATE TRIGGER business_segments_delete AFTER DELETE ON public.business REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.count_business();

CREATE TRIGGER business_segments_insert AFTER INSERT ON public.business REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.count_business();

CREATE TRIGGER business_segments_truncate AFTER TRUNCATE ON public.business FOR EACH STATEMENT EXECUTE FUNCTION public.count_business();

CREATE TRIGGER business_segments_update AFTER UPDATE ON public.business REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.count_business();

CREATE TRIGGER collection_revision_tells AFTER UPDATE ON public.collection_revision FOR EACH STATEMENT EXECUTE FUNCTION public.tell_collection_revision();

CREATE TRIGGER event_lists AFTER DELETE OR UPDATE ON public.event FOR EACH ROW EXECUTE FUNCTION public.list_event();

CREATE TRIGGER event_lists_new AFTER INSERT ON public.event REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.list_new_event();

CREATE TRIGGER event_lists_none AFTER TRUNCATE ON public.event FOR EACH STATEMENT EXECUTE FUNCTION public.list_event();

CREATE TRIGGER event_pictures AFTER INSERT OR DELETE OR UPDATE ON public.event FOR EACH ROW EXECUTE FUNCTION public.note_pictures_of_event();

CREATE TRIGGER event_raises AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.event FOR EACH STATEMENT EXECUTE FUNCTION public.raise_event();

CREATE TRIGGER event_segments_delete AFTER DELETE ON public.event REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.count_event();

CREATE TRIGGER event_segments_insert AFTER INSERT ON public.event REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.count_event();

CREATE TRIGGER event_segments_truncate AFTER TRUNCATE ON public.event FOR EACH STATEMENT EXECUTE FUNCTION public.count_event();

CREATE TRIGGER event_segments_update AFTER UPDATE ON public.event REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.count_event();

CREATE TRIGGER item_version_pictures AFTER INSERT OR DELETE OR UPDATE ON public.item_version FOR EACH ROW EXECUTE FUNCTION public.note_pictures_of_item_version();

CREATE TRIGGER news_item_lists AFTER DELETE OR UPDATE ON public.news_item FOR EACH ROW EXECUTE FUNCTION public.list_news_item();

CREATE TRIGGER news_item_lists_new AFTER INSERT ON public.news_item REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.list_new_news_item();

CREATE TRIGGER news_item_lists_none AFTER TRUNCATE ON public.news_item FOR EACH STATEMENT EXECUTE FUNCTION public.list_news_item();

CREATE TRIGGER news_item_pictures AFTER INSERT OR DELETE OR UPDATE ON public.news_item FOR EACH ROW EXECUTE FUNCTION public.note_pictures_of_news_item();

CREATE TRIGGER news_item_raises AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.news_item FOR EACH STATEMENT EXECUTE FUNCTION public.raise_news_item();

CREATE TRIGGER news_item_segments_delete AFTER DELETE ON public.news_item REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.count_news_item();

CREATE TRIGGER news_item_segments_insert AFTER INSERT ON public.news_item REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.count_news_item();

CREATE TRIGGER news_item_segments_truncate AFTER TRUNCATE ON public.news_item FOR EACH STATEMENT EXECUTE FUNCTION public.count_news_item();

CREATE TRIGGER news_item_segments_update AFTER UPDATE ON public.news_item REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.count_news_item();

CREATE TRIGGER newsletter_issue_raises AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.newsletter_issue FOR EACH STATEMENT EXECUTE FUNCTION public.raise_newsletter_issue();

CREATE TRIGGER newsletter_setting_raises AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.newsletter_setting FOR EACH STATEMENT EXECUTE FUNCTION public.raise_newsletter_setting();

CREATE TRIGGER newsletter_subscriber_erases AFTER UPDATE ON public.newsletter_subscriber FOR EACH ROW EXECUTE FUNCTION public.erase_newsletter_subscriber();

CREATE TRIGGER newsletter_subscriber_notes AFTER UPDATE ON public.newsletter_subscriber FOR EACH ROW EXECUTE FUNCTION public.note_newsletter_subscriber();

CREATE TRIGGER picture_raises AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.picture FOR EACH STATEMENT EXECUTE FUNCTION public.raise_picture();

CREATE TRIGGER poll_ballot_raises AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.poll_ballot FOR EACH STATEMENT EXECUTE FUNCTION public.raise_poll_ballot();

CREATE TRIGGER poll_lists AFTER DELETE OR UPDATE ON public.poll FOR EACH ROW EXECUTE FUNCTION public.list_poll();

CREATE TRIGGER poll_lists_new AFTER INSERT ON public.poll REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.list_new_poll();

CREATE TRIGGER poll_lists_none AFTER TRUNCATE ON public.poll FOR EACH STATEMENT EXECUTE FUNCTION public.list_poll();

CREATE TRIGGER poll_option_lists AFTER INSERT OR DELETE OR UPDATE ON public.poll_option FOR EACH ROW EXECUTE FUNCTION public.list_poll_option();

CREATE TRIGGER poll_option_raises AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.poll_option FOR EACH STATEMENT EXECUTE FUNCTION public.raise_poll_option();

CREATE TRIGGER poll_pictures AFTER INSERT OR DELETE OR UPDATE ON public.poll FOR EACH ROW EXECUTE FUNCTION public.note_pictures_of_poll();

CREATE TRIGGER poll_raises AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.poll FOR EACH STATEMENT EXECUTE FUNCTION public.raise_poll();

CREATE TRIGGER poll_segments_delete AFTER DELETE ON public.poll REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.count_poll();

CREATE TRIGGER poll_segments_insert AFTER INSERT ON public.poll REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.count_poll();

CREATE TRIGGER poll_segments_truncate AFTER TRUNCATE ON public.poll FOR EACH STATEMENT EXECUTE FUNCTION public.count_poll();

CREATE TRIGGER poll_segments_update AFTER UPDATE ON public.poll REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.count_poll();

CREATE TRIGGER redirect_raises AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.redirect FOR EACH STATEMENT EXECUTE FUNCTION public.raise_redirect();

CREATE TRIGGER search_entry_enters INSTEAD OF INSERT ON public.search_entry FOR EACH ROW EXECUTE FUNCTION public.enter_search_entry();

CREATE TRIGGER site_user_notes AFTER DELETE OR UPDATE ON public.site_user FOR EACH ROW EXECUTE FUNCTION public.note_site_user();

CREATE TRIGGER site_user_subscribes AFTER INSERT OR DELETE OR UPDATE ON public.site_user FOR EACH ROW EXECUTE FUNCTION public.subscribe_site_user();

CREATE TRIGGER site_user_z_leaves_newsletter AFTER DELETE ON public.site_user FOR EACH ROW EXECUTE FUNCTION public.leave_newsletter();

CREATE TRIGGER source_item_raises AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.source_item FOR EACH STATEMENT EXECUTE FUNCTION public.raise_source_item();

CREATE TRIGGER source_raises AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.source FOR EACH STATEMENT EXECUTE FUNCTION public.raise_source();

CREATE TRIGGER suppression_entry_keeps BEFORE DELETE OR UPDATE ON public.suppression_entry FOR EACH ROW EXECUTE FUNCTION public.keep_suppression_entry();

CREATE TRIGGER suppression_entry_stays BEFORE TRUNCATE ON public.suppression_entry FOR EACH STATEMENT EXECUTE FUNCTION public.keep_all_suppression_entry();

CREATE TRIGGER town_setting_raises AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.town_setting FOR EACH STATEMENT EXECUTE FUNCTION public.raise_town_setting();

CREATE TRIGGER trash_item_pictures AFTER INSERT OR DELETE ON public.trash_item FOR EACH ROW EXECUTE FUNCTION public.note_pictures_of_trash_item();

CREATE TRIGGER verified_address_subscribes AFTER INSERT OR DELETE OR UPDATE ON public.verified_address FOR EACH ROW EXECUTE FUNCTION public.subscribe_verified_address();

ALTER TABLE ONLY public.address_claim
    ADD CONSTRAINT "address_claim_userId_fkey" FOREIGN KEY ("userId") REFERENCES public.site_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.address_proof
    ADD CONSTRAINT "address_proof_userId_fkey" FOREIGN KEY ("userId") REFERENCES public.site_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.article_text
    ADD CONSTRAINT article_text_number_fkey FOREIGN KEY (number) REFERENCES public.search_document(number) ON DELETE CASCADE;

ALTER TABLE ONLY public.business_text
    ADD CONSTRAINT business_text_number_fkey FOREIGN KEY (number) REFERENCES public.search_document(number) ON DELETE CASCADE;

ALTER TABLE ONLY public.event_text
    ADD CONSTRAINT event_text_number_fkey FOREIGN KEY (number) REFERENCES public.search_document(number) ON DELETE CASCADE;

ALTER TABLE ONLY public.identity
    ADD CONSTRAINT "identity_userId_fkey" FOREIGN KEY ("userId") REFERENCES public.site_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.inbox_entry
    ADD CONSTRAINT inbox_entry_source_fkey FOREIGN KEY (source) REFERENCES public.source(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.item_revision
    ADD CONSTRAINT "item_revision_savedBy_fkey" FOREIGN KEY ("savedBy") REFERENCES public.site_user(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.move_in_problem
    ADD CONSTRAINT "move_in_problem_moveIn_fkey" FOREIGN KEY ("moveIn") REFERENCES public.move_in(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.news_item_text
    ADD CONSTRAINT news_item_text_number_fkey FOREIGN KEY (number) REFERENCES public.search_document(number) ON DELETE CASCADE;

ALTER TABLE ONLY public.newsletter_confirmation
    ADD CONSTRAINT newsletter_confirmation_subscriber_fkey FOREIGN KEY (subscriber) REFERENCES public.newsletter_subscriber(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.newsletter_link
    ADD CONSTRAINT newsletter_link_subscriber_fkey FOREIGN KEY (subscriber) REFERENCES public.newsletter_subscriber(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.newsletter_recipient
    ADD CONSTRAINT newsletter_recipient_issue_fkey FOREIGN KEY (issue) REFERENCES public.newsletter_issue(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.open_form
    ADD CONSTRAINT "open_form_userId_fkey" FOREIGN KEY ("userId") REFERENCES public.site_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.passkey_offer
    ADD CONSTRAINT "passkey_offer_userId_fkey" FOREIGN KEY ("userId") REFERENCES public.site_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT "passkey_userId_fkey" FOREIGN KEY ("userId") REFERENCES public.site_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.password
    ADD CONSTRAINT "password_userId_fkey" FOREIGN KEY ("userId") REFERENCES public.site_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.picture
    ADD CONSTRAINT "picture_addedBy_fkey" FOREIGN KEY ("addedBy") REFERENCES public.site_user(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.poll_ballot
    ADD CONSTRAINT "poll_ballot_pollId_fkey" FOREIGN KEY ("pollId") REFERENCES public.poll(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.poll_closing
    ADD CONSTRAINT "poll_closing_pollId_fkey" FOREIGN KEY ("pollId") REFERENCES public.poll(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.poll_key
    ADD CONSTRAINT "poll_key_pollId_fkey" FOREIGN KEY ("pollId") REFERENCES public.poll(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.poll_network
    ADD CONSTRAINT "poll_network_pollId_fkey" FOREIGN KEY ("pollId") REFERENCES public.poll(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.poll_note
    ADD CONSTRAINT "poll_note_pollId_fkey" FOREIGN KEY ("pollId") REFERENCES public.poll(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.poll_option
    ADD CONSTRAINT "poll_option_pollId_fkey" FOREIGN KEY ("pollId") REFERENCES public.poll(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.poll_sealing
    ADD CONSTRAINT "poll_sealing_pollId_fkey" FOREIGN KEY ("pollId") REFERENCES public.poll(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.poll_text
    ADD CONSTRAINT poll_text_number_fkey FOREIGN KEY (number) REFERENCES public.search_document(number) ON DELETE CASCADE;

ALTER TABLE ONLY public.poll_voter
    ADD CONSTRAINT "poll_voter_pollId_fkey" FOREIGN KEY ("pollId") REFERENCES public.poll(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.poll_voter
    ADD CONSTRAINT "poll_voter_userId_fkey" FOREIGN KEY ("userId") REFERENCES public.site_user(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.recovery_code
    ADD CONSTRAINT "recovery_code_userId_fkey" FOREIGN KEY ("userId") REFERENCES public.site_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.revision_picture
    ADD CONSTRAINT revision_picture_of FOREIGN KEY (collection, id, revision) REFERENCES public.item_revision(collection, id, revision) ON DELETE CASCADE;

ALTER TABLE ONLY public.session
    ADD CONSTRAINT "session_userId_fkey" FOREIGN KEY ("userId") REFERENCES public.site_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.source_check
    ADD CONSTRAINT source_check_source_fkey FOREIGN KEY (source) REFERENCES public.source(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.source_day
    ADD CONSTRAINT source_day_source_fkey FOREIGN KEY (source) REFERENCES public.source(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.source_item
    ADD CONSTRAINT source_item_source_fkey FOREIGN KEY (source) REFERENCES public.source(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.source_match
    ADD CONSTRAINT source_match_source_fkey FOREIGN KEY (source) REFERENCES public.source(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.source_state
    ADD CONSTRAINT source_state_source_fkey FOREIGN KEY (source) REFERENCES public.source(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.trash_item
    ADD CONSTRAINT "trash_item_removedBy_fkey" FOREIGN KEY ("removedBy") REFERENCES public.site_user(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.trash_row
    ADD CONSTRAINT "trash_row_trashId_fkey" FOREIGN KEY ("trashId") REFERENCES public.trash_item(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.trash_secret
    ADD CONSTRAINT "trash_secret_trashId_fkey" FOREIGN KEY ("trashId") REFERENCES public.trash_item(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.verified_address
    ADD CONSTRAINT "verified_address_userId_fkey" FOREIGN KEY ("userId") REFERENCES public.site_user(id) ON DELETE CASCADE;
